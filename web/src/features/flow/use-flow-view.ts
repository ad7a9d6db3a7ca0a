import { useAddress } from '../../session/address.ts'
import { useMedia } from '../../ui/use-media.ts'

// As in flow.module.css.
const wide = '(min-width: 1001px)'

/** Graph or list: what somebody chose, and else the graph where it has room. */
export function useFlowView() {
  const [{ view }, changeAddress] = useAddress(['view'])
  const isWide = useMedia(wide)
  const chosen = view === 'graph' || view === 'list' ? view : null
  const shown: 'graph' | 'list' = chosen ?? (isWide ? 'graph' : 'list')
  return { view: shown, isWide, changeView: (key: 'graph' | 'list') => changeAddress({ view: key }) }
}
