import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LineList } from '../../ui/line-list.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { ChangeProviderDialog } from './change-provider-dialog.tsx'
import { NewProviderDialog } from './new-provider-dialog.tsx'
import { ProviderLine } from './provider-line.tsx'
import { useProviders } from './providers-data.ts'
import styles from './providers.module.css'

type TemplateServerProps = { customerID: number; templateID: number; name: string }

/** The mail server that sends one template alone: how it stands, its test, and its settings. Who may not change providers does not see it. */
export function TemplateServer(props: TemplateServerProps) {
  return useRight(Right.changeProviders) ? <OfTemplate {...props} /> : null
}

function OfTemplate({ customerID, templateID, name }: TemplateServerProps) {
  const t = useText()
  const query = useProviders(customerID)
  const [asked, setAsked] = useState<'new' | 'change' | null>(null)
  const close = () => setAsked(null)
  if (query.data === undefined) return <NotLoaded query={query} lines={2} />
  const server = query.data.rows.find((row) => row.template?.templateID === templateID)
  return (
    <section className={styles.server} aria-label={t('providers.ofTemplate.heading')}>
      <h3>{t('providers.ofTemplate.heading')}</h3>
      {server ? (
        <LineList>
          <ProviderLine provider={server} onChange={() => setAsked('change')} />
        </LineList>
      ) : (
        <>
          <p className={styles.none}>{t('providers.ofTemplate.none')}</p>
          <div>
            <Button icon={<Icon name="plus" size={16} />} onPress={() => setAsked('new')}>
              {t('providers.ofTemplate.add')}
            </Button>
          </div>
        </>
      )}
      {asked === 'new' && <NewProviderDialog {...{ customerID }} channel="email" ofTemplate={{ templateID, name }} onClose={close} />}
      {asked === 'change' && server && <ChangeProviderDialog provider={server} onClose={close} />}
    </section>
  )
}
