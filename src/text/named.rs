//! Enums whose values have names.

/// Declares an enum whose values have names. The enum gets `ALL` (its values in order), `NAMES`
/// (their names in order) and a method that returns the name of a value. If that method is called
/// `name`, the enum also gets `from_name`.
#[macro_export]
macro_rules! named {
    ($(#[$enum_meta:meta])* $visible:vis enum $type:ident by name { $($values:tt)* }) => {
        $crate::named! { @ $(#[$enum_meta])* $visible enum $type by name { $($values)* } }

        impl $type {
            /// Returns the value with this name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
    ($(#[$enum_meta:meta])* $visible:vis enum $type:ident by $getter:ident { $($values:tt)* }) => {
        $crate::named! { @ $(#[$enum_meta])* $visible enum $type by $getter { $($values)* } }
    };
    (@ $(#[$enum_meta:meta])* $visible:vis enum $type:ident by $getter:ident {
        $($(#[$value_meta:meta])* $value:ident $name:literal,)*
    }) => {
        $(#[$enum_meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $visible enum $type { $($(#[$value_meta])* $value,)* }

        impl $type {
            /// The names of all values, in order.
            pub const NAMES: [&str; [$($name),*].len()] = [$($name),*];

            /// All values, in order.
            pub const ALL: [$type; $type::NAMES.len()] = [$($type::$value),*];

            /// Returns the name of the value.
            pub fn $getter(self) -> &'static str {
                match self { $($type::$value => $name,)* }
            }
        }
    };
}
