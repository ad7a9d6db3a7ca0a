import { totalmem } from 'node:os'

export type ServerSettings = Record<string, string | number>

/** For tests: nothing is forced to disk, and many small pools connect at once. */
export const forgetfulSettings: ServerSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 }

// The share of the memory that PostgreSQL's manual advises, and no more than a million cases are looked up from.
const sharedBuffersMb = Math.round(Math.min(1024, Math.max(128, totalmem() / 4 / 1024 ** 2)))

/** Fit for a laptop or a small office; a larger organisation brings its own PostgreSQL. */
export function serverSettings(port: number): ServerSettings {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${sharedBuffersMb}MB`,
    effective_cache_size: '2GB',
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    dynamic_shared_memory_type: process.platform === 'win32' ? 'windows' : 'mmap',
    // One call per file system instead of one per file: recovery after a crash in 0.25 s.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  }
}
