//! `docs/results.schema.json` says what journals hold, and `docs/results.md` names every column.

use std::path::Path;

use crate::common::{code, run, stderr, text, tiny};
use serde_json::Value;

fn document(name: &str) -> String {
    text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name))
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let schema = schema.as_object().expect("a schema is an object");
    for (keyword, argument) in schema {
        let is_right = match keyword.as_str() {
            "$ref" => {
                let pointer = argument.as_str().unwrap().trim_start_matches('#');
                check(root, root.pointer(pointer).expect("a reference leads somewhere"), value, at)?;
                true
            }
            "oneOf" | "anyOf" => {
                let all = argument.as_array().unwrap();
                let fits: Vec<_> = all.iter().map(|schema| check(root, schema, value, at)).collect();
                let count = fits.iter().filter(|fit| fit.is_ok()).count();
                if count == 0 {
                    return Err(fits.into_iter().filter_map(Result::err).collect::<Vec<_>>().join("; "));
                }
                keyword == "anyOf" || count == 1
            }
            "type" => match argument {
                Value::Array(all) => all.iter().any(|name| has_type(value, name.as_str().unwrap())),
                name => has_type(value, name.as_str().unwrap()),
            },
            "const" => value == argument,
            "enum" => argument.as_array().unwrap().contains(value),
            "minimum" => value.as_i64().is_none_or(|number| number >= argument.as_i64().unwrap()),
            "required" => {
                argument.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "properties" => check_each(root, schema, value, at).map(|()| true)?,
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, argument, item, &format!("{at}[{i}]"))?;
                }
                true
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten().zip(argument.as_array().unwrap());
                items
                    .into_iter()
                    .try_for_each(|(item, schema)| check(root, schema, item, at))
                    .map(|()| true)?
            }
            "minItems" => value.as_array().is_none_or(|all| all.len() as u64 >= argument.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|all| all.len() as u64 <= argument.as_u64().unwrap()),
            "$schema" | "$defs" | "title" | "description" | "additionalProperties" | "pattern" => true,
            unknown => panic!("{at}: keyword {unknown}"),
        };
        if !is_right {
            return Err(format!("{at}: {keyword} {argument} does not fit {value}"));
        }
    }
    Ok(())
}

fn check_each(
    root: &Value,
    schema: &serde_json::Map<String, Value>,
    value: &Value,
    at: &str,
) -> Result<(), String> {
    assert_eq!(schema["additionalProperties"], false, "{at}");
    for (name, field) in value.as_object().into_iter().flatten() {
        let known =
            schema["properties"].get(name).ok_or_else(|| format!("{at}: {name} is not in the schema"))?;
        check(root, known, field, &format!("{at}.{name}"))?;
    }
    Ok(())
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("type {other}"),
    }
}

#[test]
fn journals_are_as_the_schema_says_measured_or_merged() {
    let schema: Value = serde_json::from_str(&document("results.schema.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (out, merged) = (folder.path().join("out"), folder.path().join("merged"));
    let few = ["--threads", "1,2", "--only", "ply=3,position=breuker1994.20", "--only", "mode=stamp,ply=2"];
    let output = run(&tiny(&out, &few));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let (from, to) = (out.to_str().unwrap(), merged.to_str().unwrap());
    assert_eq!(code(&run(&["merge", from, "--out", to])), 0);
    for journal in [out.join("1994.jsonl"), merged.join("1994.jsonl")] {
        let text = text(&journal);
        assert!(text.lines().count() > 20);
        for (i, line) in text.lines().enumerate() {
            let value = serde_json::from_str(line).unwrap();
            check(&schema, &schema, &value, &format!("line {}", i + 1)).unwrap();
            let mut less: Value = value.clone();
            let body = if value.get("unit").is_some() { &mut less["unit"] } else { &mut less["header"] };
            let body = body.as_object_mut().unwrap();
            body.remove("id").or_else(|| body.remove("plan")).expect("one of them is there");
            assert!(check(&schema, &schema, &less, "").is_err());
        }
    }
}

#[test]
fn every_column_is_explained() {
    let words = document("results.md");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&tiny(folder.path(), &["--only", "ply=2,slots=1k,scheme=new"]))), 0);
    let csv = text(&folder.path().join("1994.csv"));
    for column in csv.lines().next().unwrap().split(',') {
        let first =
            |line: &str| line.split('|').nth(1).is_some_and(|names| names.contains(&format!("`{column}`")));
        assert!(words.lines().any(first), "{column}");
    }
    let schema: Value = serde_json::from_str(&document("results.schema.json")).unwrap();
    let fields = |pointer: &str| schema.pointer(pointer).unwrap().as_object().unwrap().keys().cloned();
    let provenance = fields("/$defs/header/properties/provenance/properties");
    for field in fields("/$defs/unit/properties").chain(provenance) {
        assert!(words.contains(&format!("`{field}")) || words.contains(&format!(".{field}`")), "{field}");
    }
}

#[test]
fn every_column_of_a_throughput_run_is_explained() {
    let words = document("results.md");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let few = [
        "--bytes",
        "64KiB",
        "--schemes",
        "new",
        "--mixes",
        "hit",
        "--keys",
        "uniform",
        "--threads",
        "1",
        "--rounds",
        "1",
        "--quick",
    ];
    assert_eq!(code(&run(&[&["throughput", "--out", out], &few[..]].concat())), 0);
    for file in ["rows", "summary", "latency"] {
        let csv = text(&folder.path().join(format!("throughput-{file}.csv")));
        for column in csv.lines().next().unwrap().split(',') {
            let of_median = column.trim_end_matches("_least").trim_end_matches("_most");
            assert!(words.contains(&format!("`{of_median}`")), "{file}: {column}");
        }
    }
}
