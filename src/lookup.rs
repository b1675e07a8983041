//! Values looked up by a key. They can be found and not gone through, so that the order of no hash reaches
//! anything that is written; and enums whose values have names. Knows nothing of what they are.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

/// An enum whose values have names: `ALL` of them in their order, what each is called, and, where they are called by
/// `name`, the value `from_name`.
macro_rules! named {
    ($(#[$about:meta])* $visible:vis enum $type:ident by name { $($values:tt)* }) => {
        named! { @ $(#[$about])* $visible enum $type by name { $($values)* } }

        impl $type {
            /// The value of a name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
    ($(#[$about:meta])* $visible:vis enum $type:ident by $called:ident { $($values:tt)* }) => {
        named! { @ $(#[$about])* $visible enum $type by $called { $($values)* } }
    };
    (@ $(#[$about:meta])* $visible:vis enum $type:ident by $called:ident {
        $($(#[$of_value:meta])* $value:ident $name:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $visible enum $type { $($(#[$of_value])* $value,)* }

        impl $type {
            /// What they are called, in their order.
            pub const NAMES: [&str; [$($name),*].len()] = [$($name),*];

            /// All of them, in their order.
            pub const ALL: [$type; $type::NAMES.len()] = [$($type::$value),*];

            /// What it is called.
            pub fn $called(self) -> &'static str {
                match self { $($type::$value => $name,)* }
            }
        }
    };
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Lookup<K: Eq + Hash, T> {
    values: HashMap<K, T, FixedState>,
}

impl<K: Eq + Hash, T> Lookup<K, T> {
    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&T>
    where
        K: Borrow<Q>,
    {
        self.values.get(key)
    }

    pub(crate) fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut T>
    where
        K: Borrow<Q>,
    {
        self.values.get_mut(key)
    }

    pub(crate) fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.values.contains_key(key)
    }

    /// Puts a value there, in the place of what was there before.
    pub(crate) fn put(&mut self, key: K, value: T) {
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
