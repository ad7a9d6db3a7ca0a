import { type LiveEventKind, liveEvents } from '@regie/contract/live-events.ts'

/** The channel of PostgreSQL that carries the live events. */
export const liveChannel = 'live'

/** The function of the database that publishes events of a kind; its arguments are the ids in the order of the contract. */
export const publisherOf = (kind: LiveEventKind) => `publish_${kind.replace('.', '_')}`

/** The functions that publish live events in SQL, made of the contract's table: `npm run tables` writes them to server/sql/live-events.generated.sql. */
export function liveEventSql(): string {
  const head = '-- How SQL publishes live events: made by `npm run tables` from contract/src/live-events.ts, never changed by hand.\n'
  return [head, ...Object.entries(liveEvents).map(([kind, names]) => functionFor(kind as LiveEventKind, names))].join('\n')
}

function functionFor(kind: LiveEventKind, names: readonly string[]): string {
  const parameters = names.map((name) => `${column(name)} ${typeOf(name)}`).join(', ')
  const members = [`'kind', '${kind}'`, ...names.map((name) => `'${name}', ${column(name)}`)].join(',\n    ')
  return `create or replace function ${publisherOf(kind)}(${parameters})
returns void language sql as $$
  select pg_notify('${liveChannel}', json_build_object(
    ${members})::text)
$$;
`
}

export const typeOf = (name: string) => (name.endsWith('Ids') ? 'bigint[]' : 'bigint')

const column = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
