//! The page in which a reader plays, steps through and questions the films.

use super::Picture;
use crate::report::html::escape;

/// Makes the page. It fetches nothing.
///
/// # Panics
/// If the films cannot be written as JSON, which does not happen.
#[must_use]
pub fn page(picture: &Picture) -> String {
    let films = serde_json::to_string(picture).expect("numbers and words can be written as JSON");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Replacement, move by move</title>\n<style>\n{style}</style>\n\
         </head>\n<body>\n{body}<script type=\"application/json\" id=\"films\">{films}</script>\n\
         <script>\n{script}</script>\n</body>\n</html>\n",
        style = include_str!("page/picture.css"),
        body = include_str!("page/picture.html").replace("{position}", &escape(&picture.position)),
        // No name or rule contains this sign; if one did, it must not end the script.
        films = films.replace('<', "\\u003c"),
        script = include_str!("page/picture.js"),
    )
}
