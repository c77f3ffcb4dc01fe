/** Path templates with `{name}` places: the one reading of that form, and the one place that fills it. Also for the browser. */

/** The names of a template's places. */
export type PlacesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesIn<Rest>
  : never;

const place = /\{(\w+)\}/;

/** What stands before, between and after the places, and the names of the places, in order. */
export function partsOf(template: string): { literals: string[]; names: string[] } {
  const parts = template.split(place);
  return { literals: parts.filter((_, index) => index % 2 === 0), names: parts.filter((_, index) => index % 2 === 1) };
}

/** A template with each place as `write` has it, and what is around them as `literal` has that. */
export function written(
  template: string,
  write: (name: string) => string,
  literal: (text: string) => string = (text) => text,
): string {
  return template
    .split(place)
    .map((part, index) => (index % 2 ? write(part) : literal(part)))
    .join('');
}

/** A path out of its template: values are encoded here, and nowhere before. */
export const filled = (template: string, values: Readonly<Record<string, unknown>>): string =>
  written(template, (name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} needs ${name}.`);
    // A colon is fine in a segment, and hashes stay legible.
    return encodeURIComponent(String(value)).replaceAll('%3A', ':');
  });
