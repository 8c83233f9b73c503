//! The two questions everything rests on: is this the same screen, and which element is that thing now?
