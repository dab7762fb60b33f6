//! Reads Rust sources for `tests/tidy.rs`: only comments, literals, brackets and `use` trees.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) code: String,
}

impl Source {
    pub(crate) fn module(&self) -> Option<&str> {
        let first = self.path.components().next()?.as_os_str().to_str()?.trim_end_matches(".rs");
        (!["lib", "main"].contains(&first)).then_some(first)
    }

    fn depth(&self) -> usize {
        let is_folder = self.path.ends_with("mod.rs");
        self.path.components().count() - usize::from(is_folder || self.module().is_none())
    }

    pub(crate) fn used_modules(&self) -> BTreeSet<String> {
        let above = "super::".repeat(self.depth());
        let mut used: BTreeSet<_> = paths_after(&self.code, "crate::").collect();
        if !above.is_empty() {
            used.extend(paths_after(&self.code, &above));
        }
        used
    }

    pub(crate) fn names(&self, path: &str) -> bool {
        ends_of(&self.code, path).any(|end| !self.code[end..].starts_with(is_of_name))
    }

    pub(crate) fn names_crate(&self, name: &str) -> bool {
        ends_of(&self.code, name)
            .any(|end| ["::", ";", " as "].iter().any(|next| self.code[end..].starts_with(next)))
    }
}

pub(crate) fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).unwrap_or_else(|error| panic!("{}: {error}", inner.display())) {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("sources are text");
                let path = path.strip_prefix(folder).expect("it was found below the folder").to_owned();
                found.push(Source { path, code: code(&text), text });
            }
        }
    }
    let tests: Vec<_> = found.iter().flat_map(test_modules).collect();
    found.retain(|file| !tests.iter().any(|test| file.path.with_extension("").starts_with(test)));
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn test_modules(file: &Source) -> Vec<PathBuf> {
    let is_folder = file.path.ends_with("mod.rs") || file.module().is_none();
    let folder = if is_folder {
        file.path.parent().expect("a file is in a folder").to_owned()
    } else {
        file.path.with_extension("")
    };
    let bare = without_comments_and_text(&file.text);
    test_items(&bare)
        .into_iter()
        .filter_map(|item| Some(bare[item].rsplit_once("mod ")?.1.strip_suffix(';')?.trim().to_owned()))
        .map(|name| folder.join(name))
        .collect()
}

/// Leaves out comments, text, and items under `cfg(test)`, and adds each grouped `use` again as
/// whole paths.
pub(crate) fn code(text: &str) -> String {
    let mut code = without_comments_and_text(text);
    for item in test_items(&code).into_iter().rev() {
        code.replace_range(item, "");
    }
    let uses: Vec<_> = ends_of(&code, "use ").map(|start| &code[start..]).collect();
    let trees = uses.iter().filter_map(|rest| rest.split_once(';')).map(|(tree, _)| tree);
    let paths: Vec<_> = trees.filter(|tree| tree.contains('{')).flat_map(whole_paths).collect();
    for path in paths {
        code.push_str(&format!("\nuse {path};"));
    }
    code
}

fn without_comments_and_text(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let is_after_name = kept.ends_with(is_of_name);
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if next == '"' {
            string(rest)
        } else if !is_after_name && (rest.starts_with("r\"") || rest.starts_with("r#")) {
            raw_string(rest)
        } else if !is_after_name && rest.starts_with("br") {
            1 + raw_string(&rest[1..])
        } else if next == '\'' {
            character(rest)
        } else {
            0
        };
        let skipped = if skipped == 1 && next == 'b' { 0 } else { skipped };
        if skipped == 0 {
            kept.push(next);
            rest = &rest[next.len_utf8()..];
        } else {
            rest = &rest[skipped..];
        }
    }
    kept
}

fn block_comment(rest: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if rest[at..].starts_with("*/") {
            (at, depth) = (at + 2, depth - 1);
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn string(rest: &str) -> usize {
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|&(_, char)| {
        let is_end = char == '"' && !is_escaped;
        is_escaped = char == '\\' && !is_escaped;
        is_end
    });
    end.map_or(rest.len(), |(at, _)| at + 1)
}

fn raw_string(rest: &str) -> usize {
    let hashes = rest[1..].bytes().take_while(|&byte| byte == b'#').count();
    let start = 1 + hashes;
    if !rest[start..].starts_with('"') {
        return 0;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    rest[start + 1..].find(&close).map_or(rest.len(), |at| start + 1 + at + close.len())
}

fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(0, |at| 3 + at + 1),
        Some(_) => chars.next().filter(|&(_, char)| char == '\'').map_or(0, |(at, _)| at + 1),
        None => 0,
    }
}

fn test_items(code: &str) -> Vec<Range<usize>> {
    let mut items = Vec::new();
    let mut from = 0;
    while let Some(start) = code[from..].find("#[cfg(").map(|at| from + at) {
        let condition = &code[start + "#[cfg(".len()..];
        let is_test = ["test)", "all(test)", "all(test,"].iter().any(|of| condition.starts_with(of));
        from = if is_test { item_end(code, start) } else { start + 1 };
        if is_test {
            items.push(start..from);
        }
    }
    items
}

fn item_end(code: &str, start: usize) -> usize {
    let mut at = start;
    while code[at..].trim_start().starts_with("#[") {
        at = bracket_end(code, at + code[at..].find('[').expect("it starts so"));
    }
    let mut words = code[at..].split(|char: char| !is_of_name(char)).filter(|word| !word.is_empty());
    let is_item = words.by_ref().take(2).any(|word| ITEMS.contains(&word));
    while let Some(byte) = code.as_bytes().get(at) {
        match byte {
            b';' => return at + 1,
            b',' if !is_item => return at + 1,
            b')' | b']' | b'}' => return at,
            b'(' | b'[' => at = bracket_end(code, at),
            b'{' => {
                at = bracket_end(code, at);
                if !code[at..].trim_start().starts_with([';', ',', ':', '.']) {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    at
}

const ITEMS: [&str; 13] = [
    "mod", "fn", "struct", "enum", "impl", "use", "const", "static", "type", "trait", "unsafe", "extern",
    "let",
];

fn bracket_end(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}

/// `a::{b, c::{d, e}}` is `a::b`, `a::c::d`, `a::c::e`.
fn whole_paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else { return vec![tree.to_owned()] };
    let inner = &tree[open + 1..bracket_end(tree, open) - 1];
    let (mut branches, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, char) in inner.char_indices() {
        match char {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                branches.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    branches.push(&inner[from..]);
    let branches = branches.into_iter().filter(|branch| !branch.trim().is_empty());
    let stem = &tree[..open];
    branches.flat_map(whole_paths).map(|path| format!("{stem}{path}")).collect()
}

fn paths_after<'a>(code: &'a str, prefix: &'a str) -> impl Iterator<Item = String> + 'a {
    ends_of(code, prefix).map(|end| code[end..].chars().take_while(|&char| is_of_name(char)).collect())
}

fn ends_of<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word)
        .filter(|(at, _)| !code[..*at].ends_with(|char| is_of_name(char) || char == ':'))
        .map(|(at, _)| at + word.len())
}

fn is_of_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}
