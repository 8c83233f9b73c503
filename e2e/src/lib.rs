//! Real applications.
