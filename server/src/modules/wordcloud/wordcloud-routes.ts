import { wordcloudApi } from '@regie/contract/wordcloud.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { countWords } from './count-words.ts'
import { listMessagesOfWord } from './list-messages-of-word.ts'

export const wordcloudRoutes: Route<Services>[] = [
  route(wordcloudApi.get, (services: Services, { caller, query }) => countWords(services, caller, query)),
  route(wordcloudApi.messages, (services: Services, { caller, query }) => listMessagesOfWord(services, caller, query)),
]
