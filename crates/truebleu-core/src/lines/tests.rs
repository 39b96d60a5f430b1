use super::*;

/// Return all lines of `bytes`, pushed in blocks of `size`.
fn split(bytes: &[u8], size: usize, invalid: Invalid) -> Result<(Vec<String>, Survey), LineError> {
    let mut splitter = LineSplitter::new(invalid);
    let mut queue = LineQueue::new();
    for block in bytes.chunks(size.max(1)) {
        if let Some(chunk) = splitter.push(block)? {
            queue.push(chunk);
        }
    }
    if let Some(chunk) = splitter.finish()? {
        queue.push(chunk);
    }
    let lines = queue.front(usize::MAX).lines().map(ToString::to_string).collect();
    Ok((lines, splitter.survey().clone()))
}

/// Check that every block size gives the same result.
fn everywhere(bytes: &[u8], invalid: Invalid) -> Result<(Vec<String>, Survey), LineError> {
    let unsplit = split(bytes, usize::MAX, invalid);
    for size in [1, 2, 3, 5, 7, 64, 1000, 1023, 1024, 1025] {
        assert_eq!(split(bytes, size, invalid), unsplit, "blocks of {size}");
    }
    unsplit
}

fn lines_of(bytes: &[u8]) -> Vec<String> {
    everywhere(bytes, Invalid::Error).unwrap().0
}

#[test]
fn lines_end_at_line_feeds_only() {
    assert_eq!(lines_of(b""), Vec::<String>::new());
    assert_eq!(lines_of(b"\n"), [""]);
    assert_eq!(lines_of(b"a"), ["a"]);
    assert_eq!(lines_of(b"a\nb\n"), ["a", "b"]);
    assert_eq!(lines_of(b"a\nb"), ["a", "b"]);
    assert_eq!(lines_of(b"\n\nb"), ["", "", "b"]);
    let odd = "a\rb\u{b}c\u{c}d\u{1c}e\u{85}f\u{2028}g\u{2029}h";
    assert_eq!(lines_of(format!("{odd}\nx").as_bytes()), [odd, "x"]);
}

#[test]
fn one_carriage_return_before_a_line_feed_belongs_to_it() {
    assert_eq!(lines_of(b"a\r\nb\r\r\n\r\n"), ["a", "b\r", ""]);
    assert_eq!(lines_of(b"a\r"), ["a\r"]);
}

#[test]
fn every_cut_of_long_text_gives_the_same_lines() {
    let text = "Grüße aus 東京 – «да»\r\n\n a b .\nlast 🙂\u{2028}".repeat(200);
    let (lines, survey) = everywhere(text.as_bytes(), Invalid::Error).unwrap();
    assert_eq!(lines.len(), 601);
    assert_eq!(survey.lines, 601);
    assert_eq!(survey.empty, Tally { count: 200, first: 2 });
    assert_eq!(survey.tokenized, Tally { count: 200, first: 3 });
    assert_eq!(survey.odd_separators, [0, 0, 0, 0, 0, 4, 0]);
}

#[test]
fn a_byte_order_mark_is_dropped_once_and_at_the_start_only() {
    let (lines, survey) =
        everywhere("\u{feff}\u{feff}a\n\u{feff}b".as_bytes(), Invalid::Error).unwrap();
    assert_eq!(lines, ["\u{feff}a", "\u{feff}b"]);
    assert!(survey.byte_order_mark);
    let (lines, survey) = everywhere("\u{feff}".as_bytes(), Invalid::Error).unwrap();
    assert!(lines.is_empty() && survey.byte_order_mark);
}

#[test]
fn invalid_bytes_are_located() {
    let mut bytes = "\u{feff}one\nzwölf\n".to_owned().into_bytes();
    bytes.extend_from_slice(b"caf\xE9 cr\xE8me\n");
    let error = everywhere(&bytes, Invalid::Error).unwrap_err();
    let expected =
        LineError::Utf8 { line: 3, byte_of_line: 4, byte_of_file: 3 + 4 + 7 + 4, value: 0xE9 };
    assert_eq!(error, expected);
    assert_eq!(
        error.to_string(),
        "line 3, byte 4 of the line (byte 18 of the file): 0xE9 is not valid UTF-8"
    );
}

#[test]
fn invalid_bytes_far_from_the_start_are_located_for_every_cut() {
    let mut bytes = "zwölf Boxkämpfer\n".repeat(300).into_bytes();
    let before = bytes.len() as u64;
    bytes.extend_from_slice("über".as_bytes());
    bytes.extend_from_slice(b"\xF0\x9F\x98\n");
    bytes.extend_from_slice(b"more\n");
    let expected =
        LineError::Utf8 { line: 301, byte_of_line: 6, byte_of_file: before + 6, value: 0xF0 };
    assert_eq!(everywhere(&bytes, Invalid::Error), Err(expected));
}

#[test]
fn a_character_cut_off_at_the_end_of_the_file_is_invalid() {
    let error = everywhere(b"ok\nna\xC3", Invalid::Error).unwrap_err();
    assert_eq!(error, LineError::Utf8 { line: 2, byte_of_line: 3, byte_of_file: 6, value: 0xC3 });
}

#[test]
fn invalid_bytes_can_be_replaced() {
    let (lines, survey) =
        everywhere(b"caf\xE9\nok\n\xF0\x9F\x98\nna\xC3", Invalid::Replace).unwrap();
    assert_eq!(lines, ["caf\u{fffd}", "ok", "\u{fffd}", "na\u{fffd}"]);
    assert_eq!(survey.replaced, Tally { count: 3, first: 1 });
}

#[test]
fn utf_16_and_utf_32_are_recognised() {
    let wide = |text: &str, swap: bool| -> Vec<u8> {
        let pair = |unit: u16| {
            if swap { unit.to_be_bytes() } else { unit.to_le_bytes() }
        };
        text.encode_utf16().flat_map(pair).collect()
    };
    let of = |bytes: &[u8]| everywhere(bytes, Invalid::Error).unwrap_err();
    assert_eq!(of(&wide("\u{feff}hallo\n", false)), LineError::Wide("UTF-16"));
    assert_eq!(of(&wide("\u{feff}東京\n", true)), LineError::Wide("UTF-16"));
    assert_eq!(of(&wide("hi\n", false)), LineError::Wide("UTF-16LE"));
    assert_eq!(of(&wide(&"Grüße, Welt – hallo\n".repeat(90), true)), LineError::Wide("UTF-16BE"));
    assert_eq!(of(b"\xFF\xFE\0\0a\0\0\0"), LineError::Wide("UTF-32"));
    assert_eq!(split(&wide("hi\n", false), 2, Invalid::Replace), Err(LineError::Wide("UTF-16LE")));
}

#[test]
fn nul_bytes_alone_are_text() {
    assert_eq!(lines_of(b"a\0b\n"), ["a\0b"]);
    assert_eq!(lines_of(b"\0\0\0\0\0\0\0\0\n"), ["\0\0\0\0\0\0\0\0"]);
}

#[test]
fn odd_separators_are_found_where_they_first_are() {
    let text = "x\r\na\rb\n\u{b}\n\u{c}\u{c}\n\u{1d}\n\u{85}\n\u{2029}\n\u{2028}\r\n\r";
    let (_, survey) = everywhere(text.as_bytes(), Invalid::Error).unwrap();
    assert_eq!(survey.odd_separators, [2, 3, 4, 5, 6, 8, 7]);
    assert_eq!(OddSeparator::ALL.map(|kind| kind as usize), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn of_all_characters_only_the_separators_are_noted() {
    let separators = "\u{b}\u{c}\r\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}";
    for around in [("", ""), ("", "\n"), ("\u{100}", "\u{a9}\n")] {
        let spaces: String = ('\0'..=char::MAX)
            .filter(|character| {
                let text = format!("{}{character}{}", around.0, around.1);
                let mut splitter = LineSplitter::new(Invalid::Error);
                splitter.push(text.as_bytes()).unwrap();
                splitter.finish().unwrap();
                splitter.survey().odd_separators != [0; 7]
            })
            .collect();
        let expected = separators.replace(if around.1 == "\n" { "\r" } else { "" }, "");
        assert_eq!(spaces, expected, "{around:?}");
    }
}

#[test]
fn empty_lines_are_those_without_anything_to_see() {
    let (_, survey) =
        everywhere("a\n\n \u{3000}\t\n\u{a0}x\n .\n".as_bytes(), Invalid::Error).unwrap();
    assert_eq!(survey.empty, Tally { count: 2, first: 2 });
    assert_eq!(survey.tokenized, Tally { count: 1, first: 5 });
}

#[test]
fn dropping_lines_keeps_the_others_in_order() {
    for step in 1..12 {
        let mut splitter = LineSplitter::new(Invalid::Error);
        let mut queue = LineQueue::new();
        let text: String = (0..500).map(|number| format!("line {number}\n")).collect();
        let mut next = 0;
        for block in text.as_bytes().chunks(37) {
            if let Some(chunk) = splitter.push(block).unwrap() {
                queue.push(chunk);
            }
            let front = queue.front(step);
            let lines = front.len();
            for line in front.lines() {
                assert_eq!(line, format!("line {next}"));
                next += 1;
            }
            queue.drop(lines);
        }
        assert_eq!(queue.front(usize::MAX).len(), queue.waiting());
        next += queue.waiting();
        queue.drop(usize::MAX);
        assert_eq!((next, queue.waiting(), queue.bytes()), (500, 0, 0));
    }
}

#[test]
fn a_line_of_a_megabyte_in_small_blocks_stays_one_line() {
    let text = format!("{}\nend", "ä ".repeat(350_000));
    let (lines, _) = split(text.as_bytes(), 999, Invalid::Error).unwrap();
    assert_eq!((lines.len(), lines[0].len()), (2, 1_050_000));
}
