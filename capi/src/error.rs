//! Errors as a code and one line of text in the caller's memory; panics become such errors.

use std::any::Any;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use supplant::scheme::UnfitError;
use supplant::table::{BuildError, FileError, MergeError, SizeError};

/// The call has succeeded.
pub const SUPPLANT_OK: i32 = 0;
/// A pointer that must not be NULL was NULL.
pub const SUPPLANT_NULL_POINTER: i32 = 1;
/// The scheme or layout has an unknown name.
pub const SUPPLANT_BAD_NAME: i32 = 2;
/// Scheme, layout and `keeps` do not fit together.
pub const SUPPLANT_NO_SUCH_TABLE: i32 = 3;
/// No table can have that size; or a shared table was to be resized.
pub const SUPPLANT_BAD_SIZE: i32 = 4;
/// The system refused the memory.
pub const SUPPLANT_OUT_OF_MEMORY: i32 = 5;
/// A fault of the library: please report it. The table is usable; entries may be missing.
pub const SUPPLANT_PANICKED: i32 = 6;
/// The file is damaged, is not a table of this kind, or must not be replaced. No table was made,
/// and the file is unchanged.
pub const SUPPLANT_BAD_FILE: i32 = 7;
/// The system refused to read, write, name or map the file.
pub const SUPPLANT_FILE_REFUSED: i32 = 8;
/// The two tables differ in kind, or in size where equal sizes are required.
pub const SUPPLANT_DIFFERENT_TABLES: i32 = 9;

/// Bytes of a message, including its final zero.
pub const SUPPLANT_MESSAGE_BYTES: usize = 380;

/// Why a call failed. The caller owns it; nothing has to be freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CError {
    /// SUPPLANT_OK or the code of the error.
    pub code: i32,
    /// One line of UTF-8 that says what was wrong and what to do. It is cut off if too long, and
    /// empty without an error.
    pub message: [c_char; SUPPLANT_MESSAGE_BYTES],
}

pub(crate) struct Fault {
    pub(crate) code: i32,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(crate) fn null(name: &str) -> Self {
        Self::new(SUPPLANT_NULL_POINTER, format!("`{name}` is NULL"))
    }
}

impl From<SizeError> for Fault {
    fn from(error: SizeError) -> Self {
        let is_refused = matches!(error, SizeError::OutOfMemory { .. });
        Self::new(if is_refused { SUPPLANT_OUT_OF_MEMORY } else { SUPPLANT_BAD_SIZE }, error.to_string())
    }
}

impl From<FileError> for Fault {
    fn from(error: FileError) -> Self {
        let code = match &error {
            FileError::System { .. } => SUPPLANT_FILE_REFUSED,
            FileError::Size { error: SizeError::OutOfMemory { .. }, .. } => SUPPLANT_OUT_OF_MEMORY,
            FileError::Size { .. } => SUPPLANT_BAD_SIZE,
            _ => SUPPLANT_BAD_FILE,
        };
        Self::new(code, format!("{error:#}"))
    }
}

impl From<MergeError> for Fault {
    fn from(error: MergeError) -> Self {
        Self::new(SUPPLANT_DIFFERENT_TABLES, error.to_string())
    }
}

impl From<BuildError> for Fault {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Size(error) => error.into(),
            BuildError::File(error) => error.into(),
            BuildError::Unfit(UnfitError::AsksForSize(scheme)) => Self::new(
                SUPPLANT_NO_SUCH_TABLE,
                format!(
                    "{scheme} asks for the size of subtrees: keep both evaluation and size (SUPPLANT_KEEPS_BOTH), or take another scheme, such as DEPTHAGE"
                ),
            ),
            error => Self::new(SUPPLANT_NO_SUCH_TABLE, error.to_string()),
        }
    }
}

/// Does `work`, turns its panic into a fault, and writes the result to `error`.
///
/// `work` may panic at any point, so its borrows must be valid at each. A table's words are valid
/// whatever they hold. A clear that stops halfway leaves the rest uncleared, and a resize takes
/// effect only when the new table is complete.
///
/// # Safety
/// `error` is NULL, or points to memory that a `CError` may be written to.
pub(crate) unsafe fn guarded<T>(
    error: *mut CError,
    work: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, i32> {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panicked(panic.as_ref())));
    let (code, message) = match &done {
        Ok(_) => (SUPPLANT_OK, ""),
        Err(fault) => (fault.code, fault.message.as_str()),
    };
    if !error.is_null() {
        let told = CError { code, message: cut(message) };
        // SAFETY: the caller promises that a `CError` may be written there.
        unsafe { error.write(told) };
    }
    done.map_err(|fault| fault.code)
}

#[cold]
fn panicked(panic: &(dyn Any + Send)) -> Fault {
    let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    Fault::new(SUPPLANT_PANICKED, said.unwrap_or("a fault that says nothing"))
}

/// Cut at a character boundary, with room for the final zero.
fn cut(message: &str) -> [c_char; SUPPLANT_MESSAGE_BYTES] {
    let mut end = message.len().min(SUPPLANT_MESSAGE_BYTES - 1);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    let mut cut = [0; SUPPLANT_MESSAGE_BYTES];
    for (to, byte) in cut.iter_mut().zip(message[..end].bytes()) {
        // A zero byte would end the text, and a line feed the line.
        *to = if byte.is_ascii_control() { b' ' } else { byte } as c_char;
    }
    cut
}

#[cfg(test)]
mod tests {
    use std::ffi::{CStr, c_char};
    use std::mem::MaybeUninit;

    use super::{CError, Fault, SUPPLANT_BAD_NAME, SUPPLANT_MESSAGE_BYTES, SUPPLANT_PANICKED, cut, guarded};

    fn text(message: &[c_char]) -> String {
        // SAFETY: `cut` ends its text with a zero, within the array.
        unsafe { CStr::from_ptr(message.as_ptr()) }.to_str().expect("it is UTF-8").to_owned()
    }

    #[test]
    fn a_panic_becomes_a_code_and_its_message() {
        let mut error = MaybeUninit::<CError>::uninit();
        let work = || -> Result<(), Fault> { panic!("no thread\nof {}", 5) };
        // SAFETY: `error` may be written to.
        let done = unsafe { guarded(error.as_mut_ptr(), work) };
        // SAFETY: `guarded` has written it.
        let error = unsafe { error.assume_init() };
        assert_eq!((done, error.code), (Err(SUPPLANT_PANICKED), SUPPLANT_PANICKED));
        assert_eq!(text(&error.message), "no thread of 5", "in one line");
    }

    #[test]
    fn nobody_need_ask_for_the_message() {
        // SAFETY: NULL is allowed.
        let done: Result<(), i32> =
            unsafe { guarded(std::ptr::null_mut(), || Err(Fault::new(SUPPLANT_BAD_NAME, "no"))) };
        assert_eq!(done, Err(SUPPLANT_BAD_NAME));
    }

    #[test]
    fn a_long_message_is_cut_at_a_character() {
        for before in 0..4 {
            let long = "x".repeat(before) + &"€".repeat(200);
            let told = text(&cut(&long));
            assert!(long.starts_with(&told) && told.len() > SUPPLANT_MESSAGE_BYTES - 5, "{}", told.len());
        }
        assert_eq!(text(&cut("short")), "short");
    }
}
