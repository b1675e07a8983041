"use strict";
window.padmaBooks = [{"title":"","folder":"catalogue"},{"title":"A small book","folder":"book"}];
