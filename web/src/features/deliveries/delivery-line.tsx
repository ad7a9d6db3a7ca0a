import type { FileDelivery } from '@regie/contract/file-deliveries.ts'
import { formatMoment, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Line, LineNote } from '../../ui/line-list.tsx'
import { Menu } from '../../ui/menu.tsx'

/** `reason`: why it may not be changed. */
type DeliveryLineProps = { delivery: FileDelivery; reason: string | undefined; onAsk: (kind: 'edit' | 'remove' | 'log' | 'test') => void }

/** One delivery: where its files lie, how it stands, and what may be done with it. */
export function DeliveryLine({ delivery, reason, onAsk }: DeliveryLineProps) {
  const t = useText()
  const { name, kind, host, port, folder, customerID, pattern, everyMinutes, scriptName, isOn, fault, lookedAt, waiting } = delivery
  return (
    <Line
      name={name}
      badges={
        !isOn ? (
          <Badge tone="neutral" icon="pause">
            {t('deliveries.off')}
          </Badge>
        ) : fault !== null ? (
          <Badge tone="error" icon="error">
            {t('deliveries.failing')}
          </Badge>
        ) : (
          <Badge tone="success" icon="check">
            {t('deliveries.on')}
          </Badge>
        )
      }
      actions={
        <>
          <Button onPress={() => onAsk('test')}>
            {t('deliveries.test')}
            <span className="visually-hidden">: {name}</span>
          </Button>
          <Button onPress={() => onAsk('log')}>
            {t('deliveries.log.open')}
            <span className="visually-hidden">: {name}</span>
          </Button>
          <Menu
            label={t('deliveries.actionsOf', { name })}
            trigger={<IconButton icon="more" label={t('deliveries.actionsOf', { name })} />}
            items={[
              { key: 'edit', label: t('deliveries.change'), icon: 'edit', reason, onPress: () => onAsk('edit') },
              { key: 'remove', label: t('deliveries.remove'), icon: 'trash', onPress: () => onAsk('remove'), isDanger: true },
            ]}
          />
        </>
      }
    >
      <LineNote>{kind === 'sftp' ? `sftp://${host}:${port}/${folder}` : `${customerID}/${folder}`}</LineNote>
      <LineNote>{t('deliveries.about', { pattern, minutes: everyMinutes, script: scriptName })}</LineNote>
      <LineNote>
        {lookedAt === null ? t('deliveries.neverLooked') : t('deliveries.lastLooked', { moment: formatMoment(lookedAt) })}
        {waiting > 0 && ` · ${t('deliveries.waiting', { count: formatNumber(waiting) })}`}
      </LineNote>
      {fault !== null && <LineNote>{t(`deliveries.faults.${fault}`)}</LineNote>}
    </Line>
  )
}
