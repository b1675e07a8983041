//! Values looked up by a key: lookup only, no iteration, so hash order cannot reach the output.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};

/// A map without iteration. Its hasher has fixed keys, so every run behaves the same.
#[derive(Clone, PartialEq, Eq)]
pub struct Lookup<K: Eq + Hash, T> {
    values: HashMap<K, T, BuildHasherDefault<DefaultHasher>>,
}

impl<K: Eq + Hash, T> Lookup<K, T> {
    /// Returns the value of a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&T>
    where
        K: Borrow<Q>,
    {
        self.values.get(key)
    }

    /// Returns the value of a key for changing.
    pub fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut T>
    where
        K: Borrow<Q>,
    {
        self.values.get_mut(key)
    }

    /// Whether a key has a value.
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.values.contains_key(key)
    }

    /// Sets the value of a key, replacing any value it had.
    pub fn put(&mut self, key: K, value: T) {
        self.values.insert(key, value);
    }
}

impl<K: Eq + Hash, T> Default for Lookup<K, T> {
    fn default() -> Lookup<K, T> {
        Lookup {
            values: HashMap::default(),
        }
    }
}

impl<K: Eq + Hash, T> FromIterator<(K, T)> for Lookup<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(values: I) -> Lookup<K, T> {
        Lookup {
            values: values.into_iter().collect(),
        }
    }
}

impl<K: Eq + Hash, T> std::fmt::Debug for Lookup<K, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lookup of {}", self.values.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_and_nothing_else() {
        let ages: Lookup<String, u8> = [("knight".to_string(), 14)].into_iter().collect();
        assert_eq!((ages.get("knight"), ages.get("rook")), (Some(&14), None));
    }
}
