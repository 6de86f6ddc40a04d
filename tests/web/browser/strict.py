"""Strict frames: in every test a page that reads a field which is not on the wire fails at once."""

import json
from functools import cache
from typing import Any

import msgspec
from tools.wire import FRAMES

# A frame comes out of JSON.parse with its structures behind proxies that know which fields there are; of a line of the
# story any field may be asked that a line of some kind has. A promise looks for `then`, JSON.stringify for `toJSON`.
SCRIPT = """(() => {
  const { frames, components } = %s;
  const parse = JSON.parse, language = ["then", "toJSON"];
  const resolve = (schema) => (schema.$ref ? components[schema.$ref] : schema);
  function chosen(schema, value) {
    const here = resolve(schema);
    if (!here.anyOf) return [here, here.properties];
    const { discriminator } = here;
    if (!discriminator) {
      const kind = Array.isArray(value) ? "array" : "object";
      const one = here.anyOf.map(resolve).find((each) => each.type === kind) ?? {};
      return [one, one.properties];
    }
    const name = discriminator.mapping[value[discriminator.propertyName]];
    return [components[name], Object.assign({}, ...here.anyOf.map((each) => resolve(each).properties))];
  }
  function strict(value, schema, path) {
    if (value === null || typeof value !== "object") return value;
    const [here, askable] = chosen(schema, value);
    if (Array.isArray(value)) return value.map((each, at) => strict(each, here.items ?? {}, `${path}[${at}]`));
    const rest = here.additionalProperties;
    for (const [name, each] of Object.entries(value)) {
      const known = here.properties ? here.properties[name] : typeof rest === "object" ? rest : {};
      if (!known) throw new TypeError(`${path}.${name} came, and no schema has it`);
      value[name] = strict(each, known, `${path}.${name}`);
    }
    if (!askable) return value;
    const fields = new Set([...Object.keys(askable), ...language]);
    return new Proxy(value, { get(target, name) {
      if (typeof name === "symbol" || name in target || fields.has(name)) return target[name];
      throw new TypeError(`${path}.${name} is not on the wire`);
    } });
  }
  JSON.parse = (...said) => {
    const value = parse(...said);
    const schema = value && typeof value === "object" ? frames[value.t] : undefined;
    return schema ? strict(value, schema, value.t) : value;
  };
})()"""


@cache
def script() -> str:
    """What makes frames strict on a page, before anything else runs there."""
    types = [*FRAMES.values()]
    schemas, components = msgspec.json.schema_components(types, ref_template="{name}")
    told: dict[str, Any] = {"frames": dict(zip(FRAMES, schemas, strict=True)), "components": components}
    return SCRIPT % json.dumps(told)
