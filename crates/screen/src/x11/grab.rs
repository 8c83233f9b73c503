//! Pixels out of the X server: through shared memory where it is on this machine, by the wire where it is not.

use super::link::{Link, LinkError};
use crate::Result;
use lea_frame::{Frame, Picture};
use lea_model::{Rect, Size};
use std::ffi::c_void;
use std::os::fd::AsFd;
use x11rb::connection::Connection;
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};

/// All planes of a pixel.
const ALL_PLANES: u32 = !0;

/// Takes pieces of the root window into a picture.
#[derive(Debug)]
pub struct Grabber {
    shared: Option<Shared>,
}

impl Grabber {
    /// Sets up shared memory for a screen of this size, where the server is willing.
    pub fn new(link: &Link, size: Size) -> Result<Self> {
        Ok(Self { shared: Shared::new(link, size)? })
    }

    /// Lets go of the shared memory.
    pub fn free(&mut self, link: &Link) {
        if let Some(shared) = self.shared.take() {
            // The server frees it as well when the connection ends.
            let _ = link.conn.shm_detach(shared.segment);
        }
    }

    /// Brings one box of the picture up to date. The box must lie within the screen.
    pub fn take(&mut self, link: &Link, rect: Rect, picture: &mut Picture) -> Result<()> {
        let stride = rect.width() as usize * 4;
        let (x, y, width, height) =
            (rect.x1 as i16, rect.y1 as i16, rect.width() as u16, rect.height() as u16);
        let format = u8::from(ImageFormat::Z_PIXMAP);
        match &self.shared {
            Some(shared) => {
                link.conn
                    .shm_get_image(link.root, x, y, width, height, ALL_PLANES, format, shared.segment, 0)
                    .map_err(|e| link.failed(e))?
                    .reply()
                    .map_err(|e| link.failed(e))?;
                picture.update(rect.x1, rect.y1, piece(link, rect, stride, shared.bytes())?);
            }
            None => {
                let reply = link
                    .conn
                    .get_image(ImageFormat::Z_PIXMAP, link.root, x, y, width, height, ALL_PLANES)
                    .map_err(|e| link.failed(e))?
                    .reply()
                    .map_err(|e| link.failed(e))?;
                picture.update(rect.x1, rect.y1, piece(link, rect, stride, &reply.data)?);
            }
        }
        Ok(())
    }
}

fn piece<'a>(link: &Link, rect: Rect, stride: usize, bytes: &'a [u8]) -> Result<Frame<'a>> {
    let refused = |e: lea_frame::FrameError| link.failed(LinkError::Refused(e.to_string()));
    Frame::new(rect.size(), stride, bytes).map_err(refused)
}

/// A piece of memory the server writes frames to.
struct Shared {
    segment: shm::Seg,
    start: *mut c_void,
    length: usize,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Shared({} bytes)", self.length)
    }
}

// The mapping is plain memory that only this value reads: it may move to another thread.
#[allow(unsafe_code)]
// SAFETY: `start` is valid until drop in whatever thread that happens, and nothing else holds it.
unsafe impl Send for Shared {}

#[allow(unsafe_code)] // Mapping memory that another process fills has no safe form.
impl Shared {
    fn new(link: &Link, size: Size) -> Result<Option<Self>> {
        let known = link.conn.shm_query_version().map_err(|e| link.failed(e))?.reply();
        if !known.is_ok_and(|v| (v.major_version, v.minor_version) >= (1, 2)) {
            return Ok(None);
        }
        let length = size.width as usize * size.height as usize * 4;
        let segment = link.conn.generate_id().map_err(|e| link.failed(e))?;
        let made =
            link.conn.shm_create_segment(segment, length as u32, false).map_err(|e| link.failed(e))?.reply();
        // A server on another machine knows the extension and refuses the memory.
        let Ok(made) = made else { return Ok(None) };
        use rustix::mm::{MapFlags, ProtFlags, mmap};
        // SAFETY: a new mapping at an address of the kernel's choice; the descriptor holds `length` bytes, which
        // the server made for us, and `drop` unmaps exactly them.
        let start = unsafe {
            mmap(std::ptr::null_mut(), length, ProtFlags::READ, MapFlags::SHARED, made.shm_fd.as_fd(), 0)
        };
        match start {
            Ok(start) => Ok(Some(Self { segment, start, length })),
            Err(_) => Ok(None),
        }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: mapped for `length` bytes until drop. The server writes only while it answers `shm_get_image`, and
        // every caller waits for that answer before it looks here.
        unsafe { std::slice::from_raw_parts(self.start.cast::<u8>(), self.length) }
    }
}

#[allow(unsafe_code)]
impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the same address and length that `mmap` gave; no slice of it outlives `self`.
        let _ = unsafe { rustix::mm::munmap(self.start, self.length) };
    }
}
