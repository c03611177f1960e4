/**
 * Does a thing once for each request: who asks again for the same one gets the same outcome. So a request that fails ahead
 * of the pipeline fails in it without another try.
 */
export function oncePerRequest<Req extends object, Input, Outcome>(
  act: (req: Req, input: Input) => Promise<Outcome>,
): (req: Req, input: Input) => Promise<Outcome> {
  const outcomes = new WeakMap<Req, Promise<Outcome>>()
  return (req, input) => {
    const before = outcomes.get(req)
    if (before !== undefined) return before
    const outcome = act(req, input)
    outcomes.set(req, outcome)
    return outcome
  }
}
