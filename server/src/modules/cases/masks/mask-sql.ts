/** SQL: the keys of the fields that script `s` masks, as `masks.keys`. */
export const maskedKeys = `cross join lateral (
    select coalesce(array_agg(f ->> 'key') filter (where f ->> 'mask' in ('last4', 'all')), '{}') as keys,
      coalesce(array_agg(f ->> 'key') filter (where f ->> 'mask' = 'all'), '{}') as hidden
    from jsonb_array_elements(coalesce(s.fields, '[]')) f) masks`

const anyOf = (keys: readonly string[], list: 'masks.keys' | 'masks.hidden') =>
  `array[${keys.map((key) => `'${key.replaceAll("'", "''")}'`).join(', ')}] && ${list}`

/** SQL: is none of these fields masked? */
export const isShown = (keys: readonly string[]) => `not (${anyOf(keys, 'masks.keys')})`

/** SQL: maskPhone() of fields/masks.ts; a test holds the two against each other. */
export const maskPhoneSql = (column: string) => `case when length(${column}) < 8 then repeat('•', length(${column}))
      else left(${column}, 4) || repeat('•', length(${column}) - 6) || right(${column}, 2) end`

/** SQL: maskField() of fields/masks.ts for a column that is made of these fields. */
export const maskColumnSql = (
  column: string,
  keys: readonly string[],
) => `case when ${anyOf(keys, 'masks.hidden')} then repeat('•', least(length(${column}), 12))
      when not (${anyOf(keys, 'masks.keys')}) then ${column}
      when length(${column}) <= 4 then repeat('•', length(${column})) else '••••' || right(${column}, 4) end`
