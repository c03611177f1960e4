/**
 * Does a thing once for each request: who asks again for the same one gets the same outcome. So a request that fails ahead
 * of the pipeline fails in it without another try.
 */
export function oncePerRequest<Req extends object, Input, Outcome>(
  act: (req: Req, input: Input) => Promise<Outcome>,
): (req: Req, input: Input) => Promise<Outcome> {
  // A property costs less than a WeakMap, whose entries the garbage collector has to look at one by one.
  const outcome = Symbol('outcome')
  return (req: Req & { [outcome]?: Promise<Outcome> }, input) => {
    req[outcome] ??= act(req, input)
    return req[outcome]
  }
}
