/** Whoever asks, for queries that are compiled for all of a class (engine/compiled.ts). */
import type { Place } from './engine/compiled.ts';
import type { Caller, View } from './view.ts';

/** A caller of the same class, for a query that is compiled for all of them. */
export const standingFor = (caller: Caller, profileId: Place, kitId: Place): Caller => ({
  ...caller,
  profileId,
  kitId,
});

/** The same for a view: what `compiledOnce` is given of who asks, and the view that `build` makes the query for. */
export const anyoneIn = (view: View) => ({
  shape: view.caller ? view.caller.tokenClass : '',
  values: [view.caller?.profileId ?? null, view.caller?.kitId ?? null],
  view: ([profileId, kitId]: readonly Place[]): View =>
    view.caller ? { ...view, caller: standingFor(view.caller, profileId, kitId) } : view,
});
