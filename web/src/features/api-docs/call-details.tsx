import type { RightName } from '@regie/contract/machine-keys.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import type { ApiCall } from './api-calls.ts'
import styles from './api-docs.module.css'
import { curlExample } from './curl-example.ts'
import { type Field, fieldsOf, typeOf } from './json-schema.ts'

/** Who may make a call, what goes in and what comes out, and how it is made. */
export function CallDetails({ call, rightNames }: { call: ApiCall; rightNames: readonly RightName[] }) {
  const t = useText()
  const { name, access, isForKeys, parameters, body, answer, refusals } = call
  const rightWords = useRightWords(rightNames)
  const example = curlExample(call, window.location.origin)
  const asked = parameters.map(({ name: path, in: place, required, schema }) => ({
    ...{ path, type: typeOf(schema), isRequired: required, depth: 0 },
    limits: t(`apiDocs.places.${place}`),
  }))
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        <dt>{t('apiDocs.name')}</dt>
        <dd>
          <code>{name}</code>
        </dd>
        <dt>{t('apiDocs.who')}</dt>
        <dd>{access === 'right' ? rightWords(call) : t(`apiDocs.access.${access}`)}</dd>
        {access !== 'public' && (
          <>
            <dt>{t('apiDocs.key')}</dt>
            <dd>{isForKeys ? t('apiDocs.forKeys') : t('apiDocs.notForKeys')}</dd>
          </>
        )}
      </dl>
      {asked.length > 0 && <Fields title={t('apiDocs.parameters')} of={name} fields={asked} />}
      {body && <Fields title={t('apiDocs.body', { type: body.type })} of={name} fields={fieldsOf(body.schema)} />}
      {answer === null ? (
        <p>{t('apiDocs.noAnswer')}</p>
      ) : answer.type === 'application/json' ? (
        <Fields title={t('apiDocs.answer')} of={name} fields={fieldsOf(answer.schema)} whole={typeOf(answer.schema)} />
      ) : (
        <p>{t('apiDocs.file', { type: answer.type })}</p>
      )}
      {refusals.length > 0 && (
        <section>
          <h3>{t('apiDocs.refusals')}</h3>
          <ul className={styles.refusals}>
            {refusals.map(({ status, codes }) => (
              <li key={status}>
                <strong>{status}</strong>{' '}
                {codes.map((code) => (
                  <code key={code}>{code}</code>
                ))}
              </li>
            ))}
          </ul>
          <p className={styles.quiet}>{t('apiDocs.moreRefusals')}</p>
        </section>
      )}
      <section>
        <h3>{t('apiDocs.example')}</h3>
        <ScrollRegion label={t('apiDocs.exampleOf', { name })} className={styles.example}>
          <pre>{example}</pre>
        </ScrollRegion>
        <CopyButton text={example} label={t('apiDocs.copy')} copiedLabel={t('apiDocs.copied')} />
      </section>
    </div>
  )
}

type FieldsProps = { title: string; of: string; fields: readonly Field[]; whole?: string }

function Fields({ title, of, fields, whole }: FieldsProps) {
  const t = useText()
  return (
    <section>
      <h3>{title}</h3>
      {fields.length === 0 ? (
        <p>
          <code>{whole ?? '{}'}</code>
        </p>
      ) : (
        <ScrollRegion label={`${title}: ${of}`} className={styles.scroll}>
          <table className={styles.fields}>
            <thead>
              <tr>
                <th scope="col">{t('apiDocs.field')}</th>
                <th scope="col">{t('apiDocs.type')}</th>
                <th scope="col">{t('apiDocs.must')}</th>
                <th scope="col">{t('apiDocs.limits')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ path, type, isRequired, limits, depth }) => (
                <tr key={path}>
                  <td data-depth={depth}>
                    <code>{path}</code>
                  </td>
                  <td>
                    <code>{type}</code>
                  </td>
                  <td>{isRequired ? t('apiDocs.yes') : t('apiDocs.no')}</td>
                  <td>{limits}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}

/** Rights as staff know them, with their numbers. */
function useRightWords(rightNames: readonly RightName[]) {
  const t = useText()
  const locale = useLocale()
  const wordsOf = (codes: readonly number[]) =>
    codes.map((code) => `${rightNames.find((right) => right.code === code)?.name[locale] ?? ''} (${code})`.trim())
  return ({ rights, alsoRights }: ApiCall) => {
    const any = wordsOf(rights).join(` ${t('apiDocs.or')} `)
    return alsoRights.length === 0 ? any : t('apiDocs.both', { any, all: wordsOf(alsoRights).join(', ') })
  }
}
