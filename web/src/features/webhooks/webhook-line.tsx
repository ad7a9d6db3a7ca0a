import { type Webhook, webhookCountMax, webhookTypes } from '@regie/contract/outgoing-webhooks.ts'
import { formatMoment, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Line, LineNote } from '../../ui/line-list.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useChangeWebhook, useTestWebhook, wordOfType } from './webhooks-data.ts'

type WebhookLineProps = { webhook: Webhook; onAsk: (kind: 'edit' | 'remove' | 'renew' | 'log') => void }

/** One webhook: where it goes, how it stands, and what may be done with it. */
export function WebhookLine({ webhook, onAsk }: WebhookLineProps) {
  const t = useText()
  const test = useTestWebhook()
  const change = useChangeWebhook()
  const { webhookID, name, url, types, isOn, offReason, failingSince, lastSentAt, waiting, failed, formerSecretUntil, version } = webhook
  const showFailure = (failure: Error) => notify(failureWords(failure))
  const send = () =>
    test.mutateAsync({ params: { webhookID } }).then(() => {
      notify(t('webhooks.testSent', { name }))
      onAsk('log')
    }, showFailure)
  const turn = () =>
    change.mutateAsync({ params: { webhookID }, body: { name, url, types, isOn: !isOn, version } }).then(() => undefined, showFailure)
  const shownCount = (count: number) =>
    count >= webhookCountMax ? t('webhooks.orMore', { count: formatNumber(count) }) : formatNumber(count)
  return (
    <Line
      name={name}
      badges={
        !isOn ? (
          <Badge tone="neutral" icon="pause">
            {t(`webhooks.off.${offReason ?? 'person'}`)}
          </Badge>
        ) : failingSince !== null ? (
          <Badge tone="error" icon="error">
            {t('webhooks.failingSince', { moment: formatMoment(failingSince) })}
          </Badge>
        ) : (
          <Badge tone="success" icon="check">
            {t('webhooks.on')}
          </Badge>
        )
      }
      actions={
        <>
          <Button reason={isOn ? undefined : t('webhooks.isOff')} isBusy={test.isPending} onPress={() => void send()}>
            {t('webhooks.test')}
            <span className="visually-hidden">: {name}</span>
          </Button>
          <Button onPress={() => onAsk('log')}>
            {t('webhooks.log.open')}
            <span className="visually-hidden">: {name}</span>
          </Button>
          <Menu
            label={t('webhooks.actionsOf', { name })}
            trigger={<IconButton icon="more" label={t('webhooks.actionsOf', { name })} />}
            items={[
              { key: 'edit', label: t('webhooks.change'), icon: 'edit', onPress: () => onAsk('edit') },
              {
                key: 'turn',
                label: isOn ? t('webhooks.turnOff') : t('webhooks.turnOn'),
                icon: isOn ? 'pause' : 'play',
                onPress: () => void turn(),
              },
              { key: 'renew', label: t('webhooks.secret.renew'), icon: 'key', onPress: () => onAsk('renew') },
              { key: 'remove', label: t('webhooks.remove'), icon: 'trash', onPress: () => onAsk('remove'), isDanger: true },
            ]}
          />
        </>
      }
    >
      <LineNote>{url}</LineNote>
      <LineNote>
        {types.length === webhookTypes.length ? t('webhooks.everything') : types.map((type) => t(wordOfType(type))).join(', ')}
      </LineNote>
      <LineNote>
        {lastSentAt === null ? t('webhooks.neverSent') : t('webhooks.lastSent', { moment: formatMoment(lastSentAt) })}
        {waiting > 0 && ` · ${t('webhooks.waiting', { count: shownCount(waiting) })}`}
        {failed > 0 && ` · ${t('webhooks.failed', { count: shownCount(failed) })}`}
      </LineNote>
      {formerSecretUntil !== null && <LineNote>{t('webhooks.secret.formerUntil', { moment: formatMoment(formerSecretUntil) })}</LineNote>}
    </Line>
  )
}
