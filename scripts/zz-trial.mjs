import pg from 'pg'
const { startEmbeddedPostgres } = await import('#server/db/embedded.ts')
const { migrate } = await import('#server/db/migrate.ts')
const base={fsync:'off',synchronous_commit:'off',full_page_writes:'off',max_connections:'200'}
for (const [name,more] of Object.entries({base:{},worker:{io_method:'worker'},log:{max_logical_replication_workers:'4'},nofsyncoff:{fsync:'on',synchronous_commit:'on',full_page_writes:'on'},clone:{file_copy_method:'clone'},min:{wal_level:'minimal',max_wal_senders:'0'}})) {
const p = await startEmbeddedPostgres('/tmp/hv/data',{settings:{...base,...more}})
if(p.isNew) await migrate(p.url)
const u=new URL(p.url); u.pathname='/postgres'
const c=new pg.Client(u.href); await c.connect()
for (const st of ['wal_log','file_copy']) { const ts=[],ds=[]; for(let i=0;i<5;i++){let t=performance.now(); await c.query(`create database t${i} template signalpost strategy ${st}`); ts.push(Math.round(performance.now()-t));t=performance.now(); await c.query(`drop database t${i} with (force)`);ds.push(Math.round(performance.now()-t))} console.log(name,st, ts.join(' '),'drop',ds.join(' ')) }
if(name==='base')console.log((await c.query("select pg_size_pretty(pg_database_size('signalpost')) s, (select count(*) from pg_ls_dir('base/'||(select oid from pg_database where datname='signalpost'))) n")).rows)
await c.end(); await p.stop()
}
