console.error("planted complaint");
fetch("http://planted.invalid/far").catch(() => {});
