#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| truebleu_core::fuzzing::subsequences(data));
