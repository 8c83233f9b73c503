//! Frames that were compressed with losses: the paper around letters is full of ripples, which are not ink.

use crate::params::ink::{
    NOISE_AROUND, NOISE_RIPPLE, NOISE_SAMPLED, NOISE_SHADE, NOISE_SQUARE, NOISE_STEP, NOISY,
};
use lea_frame::{Frame, FrameBuf};
use lea_model::Rect;

/// Small steps that go up and down again are frequent.
pub(crate) fn is_noisy(frame: Frame<'_>) -> bool {
    let (width, height) = (frame.size.width as usize, frame.size.height as usize);
    let (mut steps, mut turns) = (0, 0);
    for y in (0..height).step_by(NOISE_SAMPLED) {
        let row = frame.row(y, 0, width);
        let (mut before, mut last) = (0, i32::from(row[1]));
        for pixel in row.chunks_exact(4).skip(1) {
            let green = i32::from(pixel[1]);
            let step = green - last;
            steps += usize::from(step != 0);
            turns += usize::from(step * before < 0 && step.abs() <= NOISE_STEP && before.abs() <= NOISE_STEP);
            (before, last) = (step, green);
        }
    }
    turns * 1000 >= steps.max(1) * NOISY
}

/// The frame with the ripples of its papers smoothed away.
pub(crate) fn smoothed(frame: Frame<'_>) -> FrameBuf {
    let (width, height) = (frame.size.width as usize, frame.size.height as usize);
    let mut clean = frame.to_buf();
    let mut counts = vec![0u16; 1 << 12];
    for top in (0..height).step_by(NOISE_SQUARE) {
        for left in (0..width).step_by(NOISE_SQUARE) {
            let square = [left, top, (left + NOISE_SQUARE).min(width), (top + NOISE_SQUARE).min(height)];
            let paper = paper(frame, square, &mut counts);
            fill_ripples(frame, square, paper, &mut clean);
        }
    }
    clean
}

/// The most frequent colour in a square and around it.
fn paper(frame: Frame<'_>, [left, top, right, bottom]: [usize; 4], counts: &mut [u16]) -> [u8; 3] {
    let rows = top.saturating_sub(NOISE_AROUND)..(bottom + NOISE_AROUND).min(frame.size.height as usize);
    let (from, to) =
        (left.saturating_sub(NOISE_AROUND), (right + NOISE_AROUND).min(frame.size.width as usize));
    let shade = |p: &[u8]| p[..3].iter().fold(0, |all, c| all * 16 + usize::from(c / NOISE_SHADE));
    // Every other row will do.
    let pixels = || rows.clone().step_by(2).flat_map(|y| frame.row(y, from, to).chunks_exact(4));
    counts.fill(0);
    let mut most = (0, 0);
    for pixel in pixels() {
        let shade = shade(pixel);
        counts[shade] += 1;
        most = most.max((counts[shade], shade));
    }
    let (mut count, mut sums) = (0, [0u32; 3]);
    for pixel in pixels().filter(|p| shade(p) == most.1) {
        count += 1;
        sums.iter_mut().zip(pixel).for_each(|(sum, c)| *sum += u32::from(*c));
    }
    sums.map(|sum| (sum / count.max(1)) as u8)
}

/// Makes runs of pixels near the paper's colour that colour.
fn fill_ripples(
    frame: Frame<'_>,
    [left, top, right, bottom]: [usize; 4],
    paper: [u8; 3],
    clean: &mut FrameBuf,
) {
    let is_ripple = |p: &[u8]| p.iter().zip(paper).all(|(a, b)| a.abs_diff(b) <= NOISE_RIPPLE);
    for y in top..bottom {
        let mut start = left;
        let row = frame.row(y, left, right);
        let ends = row.chunks_exact(4).enumerate().filter(|(_, p)| !is_ripple(p)).map(|(x, _)| left + x);
        for end in ends.chain([right]) {
            if end > start {
                clean.fill(Rect::from([start as i32, y as i32, end as i32, y as i32 + 1]), paper);
            }
            start = end + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::Size;

    #[test]
    fn ripples_around_a_letter_go_and_the_letter_stays() {
        let mut frame = FrameBuf::filled(Size { width: 64, height: 64 }, [250; 3]).unwrap();
        assert!(!is_noisy(frame.as_frame()));
        for y in 0..64 {
            for x in (y % 2..64).step_by(2) {
                frame.fill(Rect::from([x, y, x + 1, y + 1]), [240; 3]);
            }
        }
        frame.fill(Rect::from([20, 20, 24, 32]), [0; 3]);
        assert!(is_noisy(frame.as_frame()));
        let clean = smoothed(frame.as_frame());
        assert!(!is_noisy(clean.as_frame()));
        assert_eq!(clean.as_frame().pixel(21, 25), [0; 3]);
    }
}
