//! Reading what others wrote: unknown fields are kept, `null` may stand for "nothing".

use serde::{Deserialize, Deserializer};

/// The fields of an object that this version does not know, kept as they were.
pub type Extra = serde_json::Map<String, serde_json::Value>;

/// Reads `null` as the default value, as a missing field would be.
pub(crate) fn null_is_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

/// For `skip_serializing_if`: leaves out a flag that is not set.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}
