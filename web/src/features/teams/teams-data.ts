import { queueApi, teamApi } from '@regie/contract/teams.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

export const useTeams = (customerID: number) => useApi(teamApi.list, { query: { customerID } })
export const useQueues = (customerID: number) => useApi(queueApi.list, { query: { customerID } })

const refresh = [teamApi.list, queueApi.list, teamApi.choice, queueApi.choice]
export const useCreateTeam = () => useApiChange(teamApi.create, { refresh })
export const useChangeTeam = () => useApiChange(teamApi.change, { refresh })
export const useRemoveTeam = () => useApiChange(teamApi.remove, { refresh })
export const useCreateQueue = () => useApiChange(queueApi.create, { refresh })
export const useChangeQueue = () => useApiChange(queueApi.change, { refresh })
export const useRemoveQueue = () => useApiChange(queueApi.remove, { refresh })
