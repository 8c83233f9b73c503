//! The commands that understand and recognise.

use clap::Args;
use lea_model::Rect;
use std::path::PathBuf;

/// What to look at.
#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["image", "screen", "batch", "session"])))]
pub struct LookArgs {
    /// A screenshot, PNG or JPEG
    pub image: Option<PathBuf>,

    /// Look at the display instead
    #[arg(long)]
    pub screen: bool,

    /// Display to look at, with --screen [default: $DISPLAY]
    #[arg(long, value_name = "DISPLAY", requires = "screen")]
    pub display: Option<String>,

    /// A file with one {"image": PATH} a line, paths relative to it; prints one JSON line each
    #[arg(long, value_name = "FILE")]
    pub batch: Option<PathBuf>,

    /// A recording, or `last`: its screens one after the other, one line each; things keep their stable ids
    #[arg(long, value_name = "SESSION")]
    pub session: Option<String>,

    /// Write the screenshot with boxes, types, roles and labels drawn on it
    #[arg(long, value_name = "PNG", conflicts_with_all = ["batch", "session"])]
    pub draw: Option<PathBuf>,
}

/// What to find, and where.
#[derive(Args, Debug)]
pub struct FindArgs {
    /// The screenshot that shows the thing
    #[arg(long, value_name = "IMAGE", required_unless_present = "batch", requires_all = ["bbox", "to"])]
    pub from: Option<PathBuf>,

    /// Where it is there, in pixels: x1,y1,x2,y2
    #[arg(long = "box", value_name = "BOX", value_parser = bbox)]
    pub bbox: Option<Rect>,

    /// The screenshot to find it in
    #[arg(long = "in", value_name = "IMAGE")]
    pub to: Option<PathBuf>,

    /// A file with one {"id", "old", "old_box", "new", "elsewhere"} a line, paths relative to it; prints one JSON line each
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub batch: Option<PathBuf>,

    /// How far to relax, as a retry would: 0, 1 or 2
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    pub level: u32,

    /// Print every place that was considered, with what each witness says
    #[arg(long)]
    pub all: bool,

    /// What `lea look --batch` printed for these pictures, so that they are not read again
    #[arg(long, value_name = "FILE", requires = "batch")]
    pub looks: Option<PathBuf>,

    /// Write the second screenshot with the places that were considered and their scores drawn on it
    #[arg(long, value_name = "PNG", conflicts_with = "batch")]
    pub draw: Option<PathBuf>,
}

/// Reads `x1,y1,x2,y2`.
fn bbox(text: &str) -> Result<Rect, String> {
    let bad = || format!("{text:?} is not a box: write it as x1,y1,x2,y2 with x1 < x2 and y1 < y2");
    let numbers: Vec<i32> =
        text.split(',').map(|n| n.trim().parse()).collect::<Result<_, _>>().map_err(|_| bad())?;
    let numbers: [i32; 4] = numbers.try_into().map_err(|_| bad())?;
    Some(Rect::from(numbers)).filter(|r| r.x1 < r.x2 && r.y1 < r.y2).ok_or_else(bad)
}
