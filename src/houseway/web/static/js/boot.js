// Before the first paint: what this browser's owner has chosen, as attributes of the page. A classic script on purpose.
{
  const root = document.documentElement.dataset;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("houseway-settings") ?? "{}");
  } catch {
    root.forgets = "true"; // this browser keeps nothing: the settings hold until the page is left
  }
  for (const name of ["room", "deck", "index", "motion", "sound"]) if (typeof kept[name] === "string") root[name] = kept[name];
}
