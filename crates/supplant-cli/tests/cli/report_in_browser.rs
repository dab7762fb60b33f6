//! The report of a tiny study in a real browser. Without chromium the tests pass.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{code, program, run, stderr};

fn supplant(arguments: &[&str]) -> String {
    let output = Command::new(program()).args(arguments).output().expect("it was built");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[allow(clippy::print_stdout, reason = "a test that is skipped says so")]
fn browsed(page: &Path, profile: &Path, size: (u32, u32), more: &[&str]) -> Option<Output> {
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"])
        .args(more)
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--window-size={},{}", size.0, size.1))
        .arg(format!("file://{}", page.display()))
        .output();
    match output {
        Ok(output) => Some(output),
        Err(error) => {
            println!("skipped: chromium cannot be run ({error}); install it, or name one in CHROMIUM");
            None
        }
    }
}

fn dom(page: &Path, profile: &Path, width: u32) -> Option<String> {
    let options = ["--dump-dom", "--virtual-time-budget=10000"];
    let output = browsed(page, profile, (width, 844), &options)?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn shot(page: &Path, folder: &Path, width: u32, more: &[&str]) -> Option<Vec<u8>> {
    let (profile, picture) = (folder.join("profile"), folder.join("shot.png"));
    let drawn = format!("--screenshot={}", picture.display());
    let output = browsed(page, &profile, (width, 1800), &[more, &[&drawn]].concat())?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(std::fs::read(picture).expect("the browser drew it"))
}

#[test]
fn the_page_looks_the_same_without_scripts_and_another_way_in_the_dark() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/studies/1996");
    let made = run(&["report", journal, "--out", folder.path().to_str().expect("a path")]);
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let text = std::fs::read_to_string(folder.path().join("1996.html")).expect("the page");
    let copy = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a copy");
        path
    };
    let wide = copy("wide.html", &text);
    // Windows have a least width, so a frame imitates a phone.
    let framed = |page: &str| {
        let frame = format!("<iframe src=\"{page}\" style=\"width:390px;height:1800px;border:0\"></iframe>");
        copy(&format!("frame-of-{page}"), &frame)
    };
    // Control: a verdict in another colour is seen.
    let claims = text.find("<svg").expect("the claims come first");
    let end = claims + text[claims..].find("</svg>").expect("a picture ends");
    let recoloured = text[claims..end].replacen("#1A8A42", "#D63A30", 1);
    assert_ne!(recoloured, text[claims..end], "there is something green");
    let other = copy("other.html", &format!("{}{recoloured}{}", &text[..claims], &text[end..]));
    for (page, changed, width) in [(wide, other, 1400), (framed("wide.html"), framed("other.html"), 500)] {
        let look = |page: &Path, more: &[&str]| shot(page, folder.path(), width, more);
        let Some(plain) = look(&page, &[]) else { return };
        assert_eq!(
            look(&page, &["--blink-settings=scriptEnabled=false"]).as_ref(),
            Some(&plain),
            "{width}: scripts"
        );
        let dark = ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"];
        assert_ne!(look(&page, &dark).as_ref(), Some(&plain), "{width}: the dark has colours of its own");
        assert_ne!(
            look(&changed, &[]).as_ref(),
            Some(&plain),
            "{width}: a verdict of another colour is seen"
        );
    }
}

fn probed(dom: &str, name: &str) -> i64 {
    let title = dom.split_once("<title>probe ").expect("the probe ran").1;
    let title = title.split_once("</title>").expect("a title ends").0;
    let value = title.split(' ').find_map(|fact| fact.strip_prefix(name)?.strip_prefix('='));
    value.expect("the probe tells it").parse().expect("a number")
}

const PROBE: &str = r#"<script>
addEventListener("load", () => {
  const frame = document.createElement("iframe");
  frame.style.cssText = "width:390px;height:844px;border:0";
  frame.srcdoc = document.documentElement.outerHTML.replace(/<script>[^]*?<\/script>/g, "");
  frame.addEventListener("load", () => {
    const root = frame.contentDocument.documentElement;
    const table = [...document.querySelectorAll("table")].at(-2);
    const button = [...table.querySelectorAll("th button")].at(-1);
    button.click(); button.click();
    const last = [...table.tBodies[0].rows].map((row) => Number([...row.cells].at(-1).dataset.n));
    const sorted = last.every((value, i) => i === 0 || last[i - 1] >= value);
    const facts = {
      width: root.clientWidth, content: root.scrollWidth,
      tables: frame.contentDocument.querySelectorAll("table").length,
      drawn: [...frame.contentDocument.querySelectorAll("svg")].filter((svg) => svg.clientHeight > 100).length,
      rows: last.length, sorted: Number(sorted),
    };
    document.title = "probe " + Object.entries(facts).map((fact) => fact.join("=")).join(" ");
  });
  document.body.append(frame);
});
</script>"#;

#[test]
fn the_page_is_whole_and_fits_a_phone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let out = path("study").display().to_string();
    supplant(&["study", "1994", "--plies", "3..=4", "--sizes", "1K,4K", "--jobs", "2", "--out", &out]);
    let checklist = supplant(&["report", &out]);
    assert!(checklist.contains("not measured"), "{checklist}");

    let page = std::fs::read_to_string(Path::new(&out).join("1994.html")).expect("the page was written");
    let seen = |extra: &str| {
        let probe = path("probe.html");
        let copy = page.replace("</main>", &format!("{extra}</main>"));
        std::fs::write(&probe, copy.replace("</body>", &format!("{PROBE}</body>"))).expect("a copy");
        dom(&probe, &path("profile"), 1200)
    };
    let Some(dom) = seen("") else { return };
    let drawn = i64::try_from(page.matches("<figure>").count()).expect("a few");
    assert!(drawn > 4 && probed(&dom, "drawn") == drawn, "{drawn}: {}", &dom[..dom.len().min(300)]);
    assert!(probed(&dom, "tables") >= 8, "{}", &dom[..dom.len().min(300)]);
    assert_eq!(probed(&dom, "width"), 390);
    assert!(probed(&dom, "content") <= 390, "the page scrolls sideways: {} px", probed(&dom, "content"));
    assert!(probed(&dom, "rows") > 3 && probed(&dom, "sorted") == 1, "a table sorts by its numbers");

    let wide = seen("<div style=\"width:600px\">.</div>").expect("there is a browser");
    assert!(probed(&wide, "content") >= 600);
}

#[test]
fn a_report_is_the_same_bytes_every_time_and_everything_it_links_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let study = ["study", "1994", "--plies", "3..=3", "--sizes", "1K", "--schemes", "deep,new"];
    supplant(&[study.as_slice(), &["--out", &path("study")]].concat());
    supplant(&["report", &path("study"), "--out", &path("a")]);
    supplant(&["report", &path("study"), "--out", &path("b")]);
    for entry in std::fs::read_dir(path("a")).expect("the report") {
        let file = entry.expect("an entry").path();
        let name = file.file_name().expect("a name");
        let other = Path::new(&path("b")).join(name);
        assert_eq!(std::fs::read(&file).expect("a"), std::fs::read(other).expect("b"), "{name:?}");
    }
    let markdown = std::fs::read_to_string(Path::new(&path("a")).join("1994.md")).expect("the Markdown");
    let linked: Vec<_> = markdown.split("](").skip(1).filter_map(|rest| rest.split_once(')')).collect();
    assert!(!linked.is_empty());
    for (file, _) in linked {
        assert!(Path::new(&path("a")).join(file).exists(), "{file}");
    }
}

#[test]
fn a_folder_without_a_study_is_an_error_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(program()).arg("report").arg(folder.path()).output();
    let output = output.expect("it was built");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2));
    assert!(said.lines().count() == 1 && said.contains("holds no results; give the folder"), "{said}");
}
