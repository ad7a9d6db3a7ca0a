import { cloudFilterNames } from '../features/wordcloud/wordcloud-data.ts'
import { WordFilters } from '../features/wordcloud/word-filters.tsx'
import { Wordcloud } from '../features/wordcloud/wordcloud.tsx'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Page } from '../ui/page.tsx'

export function WordcloudScreen() {
  const t = useText()
  const [{ word, ...filters }, change] = useAddress([...cloudFilterNames, 'word'])
  return (
    <Page
      title={t('menu.screens.wordcloud')}
      isFlowing
      actions={<AppLink to={paths.fullWordcloud(filters)}>{t('wordcloud.full')}</AppLink>}
      filters={<WordFilters filters={filters} onFilters={change} />}
    >
      <WithCustomer>
        {(customerID, scriptID) => (
          <Wordcloud scope={{ customerID, scriptID, filters }} word={word} onWord={(chosen) => change({ word: chosen })} />
        )}
      </WithCustomer>
    </Page>
  )
}
