//! The page in which a reader plays, steps through and questions the films.

use super::Picture;
use crate::report::html;

#[must_use]
pub fn page(picture: &Picture) -> String {
    let position = html::escape(&picture.position);
    let body = include_str!("page/picture.html").replace("{position}", &position);
    let body = body + &html::data("films", picture);
    let (style, script) = (include_str!("page/picture.css"), include_str!("page/picture.js"));
    html::page("Replacement, move by move", style, &body, script)
}
