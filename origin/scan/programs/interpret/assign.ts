/** Sets variables and members. */

import type { Place } from '../effect.ts';
import type { Expr } from '../program.ts';
import type { Machine, Scope } from './machine.ts';
import { memberOf, placeOf } from './names.ts';
import { dataOf, join, known, setField, thing, unknown, type Value } from './value.ts';

export function assign(machine: Machine, scope: Scope, target: Expr, value: Value, of: (expr: Expr) => Value): void {
  switch (target.is) {
    case 'name': {
      setVariable(scope, target.name, value);
      return;
    }
    case 'member': {
      const [object, key] = [of(target.of), of(target.name)];
      for (const to of object.things) {
        const isSure = object.things.length === 1 && !scope.changed;
        for (const text of key.texts.length > 0 ? key.texts : ['*']) setField(to, text, value, isSure);
        if (/^\d+$/.test(key.texts[0] ?? ''))
          to.length = Math.max(to.length, Math.min(Number(key.texts[0]) + 1, to.fields.size));
      }
      // `new Image().src = …` is a request.
      for (const name of object.names) {
        if (/^(?:Image|document\.createElement)\(\)$/.test(name) && key.texts.includes('src'))
          request(machine, value, placeOf(scope, target.at));
      }
      if (object.things.length === 0 && target.of.is === 'name') {
        const holder = thing([[key.texts[0] ?? '*', value]]);
        setVariable(scope, target.of.name, { ...object, things: holder.things });
      }
      return;
    }
    case 'list':
      target.items.forEach((item, index) => {
        const part =
          value.things.length > 0 || value.names.length > 0
            ? memberOf(machine, value, known(String(index), true), scope, target.at)
            : { ...value, texts: [] };
        assign(machine, scope, item, part, of);
      });
      return;
    default:
      return;
  }
}

function request(machine: Machine, address: Value, at: Place): void {
  const to = dataOf(address);
  machine.emit({ does: 'fetch', from: to, how: 'image', at });
  if (to.sources.length > 0) machine.emit({ does: 'send', to, what: to, auth: dataOf(unknown), how: 'image', at });
}

export function setVariable(scope: Scope, name: string, value: Value): void {
  let at = scope;
  if (name.startsWith('::')) {
    while (at.above) at = at.above;
    const plain = name.slice(2);
    at.variables.set(plain, join(at.variables.get(plain) ?? unknown, value));
    return;
  }
  if (scope.unit.language !== 'python') {
    while (at.above && !at.variables.has(name)) at = at.above;
    if (!at.variables.has(name)) at = scope;
  }
  if (at !== scope) {
    at.variables.set(name, join(at.variables.get(name) ?? unknown, value));
    return;
  }
  if (scope.changed && !scope.changed.has(name)) scope.changed.set(name, scope.variables.get(name));
  scope.variables.set(name, value);
}
