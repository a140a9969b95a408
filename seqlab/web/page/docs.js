// The documentation, drawn from the service's own description.

import { make } from "/page/view.js";

const $ = (id) => document.getElementById(id);
const METHODS = ["get", "post", "put", "delete"];
const nameOf = (reference) => reference.split("/").at(-1);

function typeOf(schema) {
  if (!schema) return "any";
  if (schema.$ref) return make("a", { href: `#type-${nameOf(schema.$ref)}` }, nameOf(schema.$ref));
  if (schema.anyOf) return list(schema.anyOf.map(typeOf), " or ");
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return list(["list of ", typeOf(schema.items)], "");
  if (schema.format === "binary" || schema.contentMediaType) return "file";
  return schema.type || "any";
}

// Prose with `code` in it.
function prose(text) {
  return (text || "").split("`").map((part, place) => (place % 2 ? make("code", {}, part) : part));
}

function list(parts, between) {
  const span = make("span");
  parts.forEach((part, place) => span.append(...(place ? [between, part] : [part])));
  return span;
}

function bounds(schema) {
  const said = [];
  if (schema.default !== undefined && schema.default !== null) said.push(`default ${JSON.stringify(schema.default)}`);
  for (const [name, sign] of [["minimum", "≥"], ["maximum", "≤"], ["maxLength", "length ≤"], ["maxItems", "items ≤"], ["minItems", "items ≥"]]) {
    if (schema[name] !== undefined) said.push(`${sign} ${schema[name]}`);
  }
  return said.join(", ");
}

function fields(schema, of) {
  const rows = Object.entries(schema.properties || {}).map(([name, one]) => make("tr", {},
    make("td", {}, make("code", {}, name), (schema.required || []).includes(name) ? " (required)" : ""),
    make("td", {}, typeOf(one)), make("td", {}, bounds(one)), make("td", {}, ...prose(one.description))));
  const head = make("tr", {}, ...["field", "type", "bounds", "meaning"].map((one) => make("th", { scope: "col" }, one)));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Fields of ${of}` }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function example(path, method, body) {
  const place = `${location.origin}${path}`;
  if (!body) return `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${place}`;
  if (body["multipart/form-data"]) return `curl -F file=@letter.docx -F level=easy ${place} -o letter.simple.docx`;
  const sample = {
    "/v1/simplify": { text: "They commenced work in order to assist the residents.", level: "easy" },
    "/v1/quality": { pairs: [{ source: "They commenced work.", output: "They started work." }] },
    "/v1/evaluate": { originals: ["They commenced work."], outputs: ["They started work."], references: [["They began work."]] },
    "/v1/export": { text: "They began.", format: "docx" },
  }[path] || { text: "…", edits: {} };
  return `curl ${place} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(sample)}'`;
}

function call(path, method, one, schemas) {
  const id = `call-${one.operationId}`;
  const body = one.requestBody?.content;
  const reference = body && Object.values(body)[0].schema.$ref;
  const answers = Object.entries(one.responses).map(([status, answer]) => {
    const schema = Object.values(answer.content || {})[0]?.schema;
    return make("li", {}, make("code", {}, status), " ", schema?.$ref ? typeOf(schema) : answer.description || "");
  });
  $("list").append(make("li", {}, make("a", { href: `#${id}` }, make("code", {}, `${method.toUpperCase()} ${path}`)), ` ${one.summary || ""}`));
  return make("section", { class: "card", "aria-labelledby": id },
    make("h3", { id }, make("code", {}, make("span", { class: "method" }, method.toUpperCase()), ` ${path}`)),
    make("p", {}, make("strong", {}, one.summary || ""), ". ", ...prose(one.description)),
    reference ? fields(schemas[nameOf(reference)], `the request ${method} ${path}`) : "",
    make("p", {}, "Answers:"), make("ul", {}, ...answers),
    make("pre", { tabindex: "0", role: "region", "aria-label": `Example of ${method} ${path}` }, make("code", {}, example(path, method, body))));
}

const description = await (await fetch("/v1/openapi.json")).json();
const { schemas } = description.components;
for (const [path, methods] of Object.entries(description.paths)) {
  for (const method of METHODS) if (methods[method]) $("calls").append(call(path, method, methods[method], schemas));
}
for (const [name, schema] of Object.entries(schemas)) {
  if (name.startsWith("Body_") || name.endsWith("ValidationError")) continue;
  $("types").append(make("section", { class: "card" }, make("h3", { id: `type-${name}` }, make("code", {}, name)),
    make("p", {}, ...prose(schema.description)), fields(schema, name)));
}
