import { AsyncLocalStorage } from 'node:async_hooks'
import { type Driver, PostgresDialect, PostgresDriver } from 'kysely'
import { isDatabaseAway } from './database-trouble.ts'

/** The connection broke while a change was committed, or after one was: it stands or it does not, and nobody here can say which. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'

  constructor(cause: unknown) {
    super('connection terminated around a commit', { cause })
  }
}

const watches = new AsyncLocalStorage<{ hasCommitted: boolean }>()

/** Runs `work`. When the database goes away after something of it was committed, that is a CommitUnknown: as a whole it may not be done again. */
export async function watchCommits<Result>(work: () => Promise<Result>): Promise<Result> {
  const watch = { hasCommitted: false }
  try {
    return await watches.run(watch, work)
  } catch (error) {
    throw watch.hasCommitted && isDatabaseAway(error) ? new CommitUnknown(error) : error
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class CarefulDriver extends PostgresDriver {
  override async commitTransaction(connection: Connection) {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw isDatabaseAway(error) ? new CommitUnknown(error) : error
    }
    const watch = watches.getStore()
    if (watch) watch.hasCommitted = true
  }

  // On a connection that broke there is nothing to take back, and its fault must not hide the one that came before.
  override async rollbackTransaction(connection: Connection) {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
  }
}

/** PostgreSQL's dialect with transactions that say when their commit is unknown. */
export class CarefulDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0]

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new CarefulDriver(this.#config)
  }
}
