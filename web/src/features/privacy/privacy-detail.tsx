import { type PrivacyDetail as Detail, privacyApi } from '@regie/contract/privacy.ts'
import type { HoldReason } from '@regie/contract/retention.ts'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { formatBytes, formatDate, formatMomentFull, formatNumber, formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { personName } from '../../session/people.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { EraseQuestion, ExtendQuestion, FinishQuestion, RefuseQuestion } from './privacy-questions.tsx'
import { fetchPrivacyFile, useMakePrivacyFile } from './privacy-data.ts'
import styles from './privacy.module.css'

type Asked = 'extend' | 'refuse' | 'finish' | 'erase'

/** A request: its clock, its cases with what keeps each, what is kept of the person, and the answer. */
export function PrivacyDetail({
  detail,
  heldText,
  reasonText,
}: {
  detail: Detail
  heldText: (held: Detail['erasure']['held']) => ReactNode
  reasonText: (reason: HoldReason) => string
}) {
  const t = useText()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { request, subjects, parts, erasure } = detail
  const { requestID, kind, state, version, extension, outcome } = request
  const isOpen = state === 'open'
  const counts = outcome ?? erasure
  const close = () => setAsked(null)
  return (
    <Stack isWide>
      {state === 'working' && <Notice icon="hourglass">{t('privacy.erasing')}</Notice>}
      <div className={styles.board}>
        <Panel title={t('privacy.request')}>
          <Stack isWide>
            <KeyValueList
              items={[
                { key: 'received', label: t('privacy.receivedOn'), value: formatPlainDay(request.receivedOn) },
                { key: 'due', label: t('privacy.dueOn'), value: formatPlainDay(request.dueOn) },
                ...(extension === null
                  ? []
                  : [{ key: 'extended', label: t('privacy.extended', { day: formatPlainDay(extension.on) }), value: extension.reason }]),
                { key: 'identified', label: t('privacy.identifiedBy'), value: t(`privacy.manners.${request.identifiedBy}`) },
                {
                  key: 'registered',
                  label: t('privacy.registered'),
                  value: t('privacy.byAt', { by: personName(request.registeredBy), at: formatMomentFull(request.registeredAt) }),
                },
                ...(request.handledAt === null
                  ? []
                  : [
                      {
                        key: 'handled',
                        label: t(state === 'refused' ? 'privacy.states.refused' : 'privacy.states.done'),
                        value: t('privacy.byAt', { by: personName(request.handledBy ?? ''), at: formatMomentFull(request.handledAt) }),
                      },
                    ]),
                ...(request.refusalReason === null
                  ? []
                  : [{ key: 'refused', label: t('privacy.refusalReason'), value: request.refusalReason }]),
              ]}
            />
            {isOpen && (
              <div className={styles.actions}>
                <Button reason={extension === null ? undefined : t('privacy.extendedAlready')} onPress={() => setAsked('extend')}>
                  {t('privacy.extend')}
                </Button>
                <Button onPress={() => setAsked('refuse')}>{t('privacy.refuse')}</Button>
              </div>
            )}
          </Stack>
        </Panel>
        {kind === 'access' ? (
          <FilePanel detail={detail} onFinish={() => setAsked('finish')} />
        ) : (
          <Panel title={t(outcome === null ? 'privacy.erase.plan' : 'privacy.erase.outcome')}>
            <Stack>
              <p>
                <strong>{t('privacy.erase.anonymous', { count: counts.anonymous })}</strong>
              </p>
              {counts.emptied > 0 && <p>{t('privacy.erase.emptied', { count: counts.emptied })}</p>}
              {heldText(counts.held)}
              <p>{t('privacy.erase.always')}</p>
              {isOpen && (
                <div className={styles.actions}>
                  <Can to={privacyApi.erase}>
                    {(reason) => (
                      <Button
                        kind="danger"
                        reason={reason ?? (erasure.anonymous + erasure.emptied === 0 ? t('privacy.erase.nothing') : undefined)}
                        onPress={() => setAsked('erase')}
                      >
                        {t('privacy.erase.verb')}
                      </Button>
                    )}
                  </Can>
                </div>
              )}
            </Stack>
          </Panel>
        )}
      </div>
      <Panel title={t('privacy.casesTitle')} isFlush>
        <LineList>
          {subjects.map(({ case: row, held, losesTexts }) => (
            <Line
              key={row.caseID}
              name={row.name === '' ? row.caseNumber : t('privacy.caseName', { number: row.caseNumber, name: row.name })}
              badges={
                kind === 'access' || !isOpen ? null : held === null ? (
                  <Badge tone="neutral" icon="trash">
                    {t(row.name === '' ? 'privacy.goneAlready' : 'privacy.goes')}
                  </Badge>
                ) : (
                  <Badge tone="warning" icon="lock">
                    {t(losesTexts ? 'privacy.losesTexts' : 'privacy.stays')}
                  </Badge>
                )
              }
              actions={<AppLink to={paths.case(row.caseID)}>{t('privacy.toCase')}</AppLink>}
            >
              <LineNote>{row.batchName}</LineNote>
              {kind === 'erasure' && isOpen && held !== null && <LineNote>{reasonText(held)}</LineNote>}
            </Line>
          ))}
        </LineList>
      </Panel>
      <Panel title={t('privacy.kept')}>
        <KeyValueList
          items={parts.map(({ part, count }) => ({ key: part, label: t(`privacy.parts.${part}`), value: formatNumber(count) }))}
        />
      </Panel>
      {asked === 'extend' && <ExtendQuestion requestID={requestID} version={version} onClose={close} />}
      {asked === 'refuse' && <RefuseQuestion requestID={requestID} version={version} onClose={close} />}
      {asked === 'finish' && <FinishQuestion requestID={requestID} version={version} onClose={close} />}
      {asked === 'erase' && <EraseQuestion requestID={requestID} version={version} erasure={erasure} heldText={heldText} onClose={close} />}
    </Stack>
  )
}

function FilePanel({ detail: { request, file }, onFinish }: { detail: Detail; onFinish: () => void }) {
  const t = useText()
  const make = useMakePrivacyFile()
  const [fault, setFault] = useState<Error | null>(null)
  const failure = fault ?? make.error
  const [isFetching, setFetching] = useState(false)
  const { requestID, state } = request
  const take = async () => {
    setFetching(true)
    setFault(null)
    try {
      await fetchPrivacyFile(requestID)
    } catch (refusal) {
      setFault(refusal as Error)
    } finally {
      setFetching(false)
    }
  }
  const begin = async () => {
    await make.mutateAsync({ params: { requestID } })
    notify(t('privacy.file.begun'))
  }
  return (
    <Panel title={t('privacy.file.title')}>
      <Stack isWide>
        <p>{t('privacy.file.text')}</p>
        <div role="status">
          {file?.state === 'making' && <p>{t('privacy.file.making')}</p>}
          {file?.state === 'kept' && (
            <p>
              {t('privacy.file.kept', { size: formatBytes(file.bytes), day: file.expiresAt === null ? '' : formatDate(file.expiresAt) })}
            </p>
          )}
          {file?.state === 'failed' && <p>{errorText('error.unexpected')}</p>}
          {file?.state === 'gone' && <p>{t('privacy.file.gone')}</p>}
        </div>
        {failure !== null && <FailureText failure={failure} />}
        <div className={styles.actions}>
          {file?.state === 'kept' && (
            <Can to={privacyApi.download}>
              {(reason) => (
                <Button kind="main" reason={reason} isBusy={isFetching} onPress={() => void take()}>
                  {t('privacy.file.take')}
                </Button>
              )}
            </Can>
          )}
          {state === 'open' && (
            <>
              <Can to={privacyApi.makeFile}>
                {(reason) => (
                  <Button
                    kind={file?.state === 'kept' ? 'plain' : 'main'}
                    reason={reason ?? (file?.state === 'making' ? t('privacy.file.making') : undefined)}
                    isBusy={make.isPending}
                    onPress={() => void begin().catch(() => undefined)}
                  >
                    {t(file?.state === 'kept' ? 'privacy.file.again' : 'privacy.file.make')}
                  </Button>
                )}
              </Can>
              <Button onPress={onFinish}>{t('privacy.finish')}</Button>
            </>
          )}
        </div>
      </Stack>
    </Panel>
  )
}
