import { evidenceApi, evidenceBytesMax, type KnownPack } from '@regie/contract/evidence.ts'
import { useState } from 'react'
import { useApiChange } from '../../api/use-api.ts'
import { formatMomentFull, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './evidence.module.css'
import { type LookedAt, lookAtPack } from './look-at-pack.ts'

type Outcome = { name: string; looked: LookedAt | null; pack: KnownPack | null }

/** A pack is dropped here, and one reads whether it is as it was made. */
export function EvidenceCheck() {
  const t = useText()
  const verify = useApiChange(evidenceApi.verify)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const look = async (file: File) => {
    setBusy(true)
    setFailure(null)
    setOutcome(null)
    try {
      const looked = await lookAtPack(file)
      const { pack } = looked
        ? await verify.mutateAsync({ body: { packID: looked.manifest.packID, manifestSha256: looked.manifestSha256 } })
        : { pack: null }
      setOutcome({ name: file.name, looked, pack })
    } catch (thrown) {
      setFailure(thrown as Error)
    } finally {
      setBusy(false)
    }
  }
  // Over plain http from another machine a browser lends nobody its hashes.
  if (!window.isSecureContext) return <Notice tone="warning" icon="alert" title={t('evidence.notHere')} />
  return (
    <Panel title={t('evidence.choose')}>
      <Stack>
        <FileDrop
          label={t('evidence.drop')}
          help={t('evidence.stays')}
          accept={['.zip']}
          maxBytes={evidenceBytesMax}
          refusal={t('evidence.notZip')}
          isBusy={isBusy}
          onFile={(file) => void look(file)}
        />
        {failure !== null && <FailureText failure={failure} />}
        <div role="status">{outcome !== null && <Verdict {...outcome} />}</div>
      </Stack>
    </Panel>
  )
}

function Verdict({ name, looked, pack }: Outcome) {
  const t = useText()
  if (!looked)
    return (
      <Notice tone="error" icon="error" title={t('evidence.none.title', { name })}>
        {t('evidence.none.text')}
      </Notice>
    )
  const { changes, manifest } = looked
  if (!pack)
    return (
      <Notice tone="warning" icon="alert" title={t('evidence.unknown.title')}>
        {t('evidence.unknown.text', { customer: manifest.customer, caseNumber: manifest.caseNumber })}
      </Notice>
    )
  const made = (
    <p className={styles.made}>
      {t('evidence.made', { by: pack.madeBy, at: formatMomentFull(pack.madeAt), count: pack.files, shown: formatNumber(pack.files) })}{' '}
      <AppLink to={paths.case(pack.caseID)}>{t('evidence.toCase', { caseNumber: pack.caseNumber })}</AppLink>
    </p>
  )
  if (pack.isSame && changes.length === 0)
    return (
      <Notice tone="success" icon="check" title={t('evidence.same')}>
        {made}
      </Notice>
    )
  return (
    <Notice tone="error" icon="error" title={t('evidence.changed')}>
      {changes.length === 0 && <p className={styles.made}>{t('evidence.listChanged')}</p>}
      <ul className={styles.changes}>
        {changes.map(({ path, what }) => (
          <li key={path}>
            <code>{path}</code>: {t(`evidence.what.${what}`)}
          </li>
        ))}
      </ul>
      {made}
    </Notice>
  )
}
