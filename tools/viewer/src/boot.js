// The page is painted before its program, most of which is three.js, is compiled.
requestAnimationFrame(() => setTimeout(() => import("./main.js")));
