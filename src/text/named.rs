//! Enums whose values have names.

/// Declares an enum whose values have names. The enum gets `ALL` (its values in order), `NAMES`
/// (their names in order) and a method that returns the name of a value. If that method is called
/// `name`, the enum also gets `from_name`.
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* $visible:vis enum $type:ident by name { $($values:tt)* }) => {
        $crate::named! { @ $(#[$about])* $visible enum $type by name { $($values)* } }

        impl $type {
            /// Returns the value with this name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
    ($(#[$about:meta])* $visible:vis enum $type:ident by $called:ident { $($values:tt)* }) => {
        $crate::named! { @ $(#[$about])* $visible enum $type by $called { $($values)* } }
    };
    (@ $(#[$about:meta])* $visible:vis enum $type:ident by $called:ident {
        $($(#[$of_value:meta])* $value:ident $name:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $visible enum $type { $($(#[$of_value])* $value,)* }

        impl $type {
            /// The names of all values, in order.
            pub const NAMES: [&str; [$($name),*].len()] = [$($name),*];

            /// All values, in order.
            pub const ALL: [$type; $type::NAMES.len()] = [$($type::$value),*];

            /// Returns the name of the value.
            pub fn $called(self) -> &'static str {
                match self { $($type::$value => $name,)* }
            }
        }
    };
}
