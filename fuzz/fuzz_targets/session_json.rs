//! Any bytes: reading a session never panics, and what is read is the same after writing.
#![no_main]

use lea_model::RawSession;
use lea_model::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(session) = RawSession::from_slice(bytes) else {
        return;
    };
    // A session may be read directly or over JSON values: both must give the same.
    let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let value = serde_json::from_slice(json).expect("what is read is JSON");
    assert_eq!(Ok(&session), read::from_value(value).as_ref());

    let problems = session.problems();
    let written = serde_json::to_vec(&session).expect("a session can always be written");
    let again = RawSession::from_slice(&written).expect("what was written can be read");
    assert_eq!(session, again);
    assert_eq!(problems, again.problems());
});
