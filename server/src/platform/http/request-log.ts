import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Parent = FastifyBaseLogger & { isLevelEnabled(level: string): boolean }

/** The log of one request. Most say nothing at a level that is kept, and the child that carries the request's id costs as much as answering: it is made when it first speaks. */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: Parent
  readonly #bindings: Bindings
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.#parent = parent as Parent
    this.#bindings = bindings
  }

  get level() {
    return this.#parent.level
  }

  child(...given: Parameters<FastifyBaseLogger['child']>) {
    return this.#child().child(...given)
  }

  trace = this.#speaker('trace')
  debug = this.#speaker('debug')
  info = this.#speaker('info')
  warn = this.#speaker('warn')
  error = this.#speaker('error')
  fatal = this.#speaker('fatal')
  silent = () => undefined

  #child() {
    return (this.#made ??= this.#parent.child(this.#bindings))
  }

  #speaker(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal') {
    return (facts: object, message?: string) => {
      if (this.#parent.isLevelEnabled(level)) this.#child()[level](facts, message)
    }
  }
}
