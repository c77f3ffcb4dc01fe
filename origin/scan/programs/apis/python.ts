/** Python's library, and what programs use most beside it. */
import { rows } from './api.ts';

const verbs = 'get post put patch delete head options request stream';
const all = (prefixes: string): string =>
  prefixes
    .split(' ')
    .flatMap((prefix) => verbs.split(' ').map((verb) => `${prefix}.${verb}`))
    .join(' ');

const verb = (prefixes: string, name: string): string =>
  prefixes
    .split(' ')
    .map((prefix) => `${prefix}.${name}`)
    .join(' ');

const clients =
  'requests httpx requests.Session() requests.session() httpx.Client() httpx.AsyncClient() aiohttp.ClientSession() urllib3.PoolManager() cloudscraper.create_scraper() curl_cffi.requests';

export const pythonApis = rows([
  [all(clients), { does: 'request', url: 0 }],
  [verb(clients, 'request'), { does: 'request', url: 1 }],
  [
    'urllib.request.urlopen urllib2.urlopen urllib.urlopen urllib.request.build_opener().open',
    { does: 'request', url: 0 },
  ],
  ['urllib.request.urlretrieve wget.download gdown.download', { does: 'request', url: 0, how: 'file' }],
  ['urllib.request.Request urllib2.Request requests.Request', { does: 'make' }],
  [
    'http.client.HTTPSConnection http.client.HTTPConnection httplib.HTTPSConnection httplib.HTTPConnection',
    { does: 'make', holds: 0 },
  ],
  ['http.client.HTTPSConnection().request http.client.HTTPConnection().request', { does: 'request', url: 1 }],
  [
    'http.client.HTTPSConnection().getresponse http.client.HTTPConnection().getresponse',
    { does: 'give', origin: 'download' },
  ],
  ['smtplib.SMTP smtplib.SMTP_SSL', { does: 'make', holds: 0 }],
  [
    'smtplib.SMTP().sendmail smtplib.SMTP().send_message smtplib.SMTP_SSL().sendmail smtplib.SMTP_SSL().send_message',
    { does: 'transmit', how: 'mail' },
  ],
  ['ftplib.FTP ftplib.FTP_TLS', { does: 'make', holds: 0 }],
  ['ftplib.FTP().storbinary ftplib.FTP().storlines ftplib.FTP_TLS().storbinary', { does: 'transmit', how: 'FTP' }],
  ['socket.socket', { does: 'make', origin: 'connection' }],
  ['socket.create_connection', { does: 'connect', to: 0 }],
  ['socket.socket().connect socket.socket().connect_ex', { does: 'connect', to: 0 }],
  [
    'socket.socket().send socket.socket().sendall socket.create_connection().send socket.create_connection().sendall',
    { does: 'transmit', how: 'socket' },
  ],
  ['socket.socket().sendto', { does: 'transmit', how: 'socket' }],
  [
    'socket.socket().recv socket.create_connection().recv socket.socket().recvfrom socket.socket().makefile',
    { does: 'receive' },
  ],
  ['socket.socket().bind socket.socket().listen http.server.HTTPServer socketserver.TCPServer', { does: 'listen' }],
  ['websocket.create_connection websockets.connect websocket.WebSocketApp', { does: 'connect', to: 0 }],
  ['websocket.create_connection().send websockets.connect().send', { does: 'transmit', how: 'WebSocket' }],
  ['websocket.create_connection().recv websockets.connect().recv', { does: 'receive' }],
  [
    'socket.gethostbyname socket.getaddrinfo dns.resolver.resolve dns.resolver.query socket.gethostbyname_ex',
    { does: 'lookUp' },
  ],
  ['open io.open codecs.open aiofiles.open gzip.open zipfile.ZipFile tarfile.open', { does: 'open' }],
  [
    'yaml.load toml.load tomllib.load csv.reader configparser.ConfigParser().read yaml.full_load tomli.load',
    { does: 'pass' },
  ],
  ['json.dump yaml.dump yaml.safe_dump toml.dump pickle.dump', { does: 'dump', into: 1 }],
  ['dotenv.dotenv_values dotenv_values np.load', { does: 'read', path: 0 }],
  ['sqlite3.connect shelve.open', { does: 'read', path: 0 }],
  ['shutil.copy shutil.copy2 shutil.copyfile shutil.move os.rename os.replace shutil.copytree', { does: 'copy' }],
  ['os.remove os.unlink shutil.rmtree os.rmdir', { does: 'delete' }],
  ['os.chdir', { does: 'enter' }],
  ['os.listdir os.walk os.scandir glob.glob glob.iglob', { does: 'pass' }],
  [
    'os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput asyncio.create_subprocess_shell os.popen2 pexpect.spawn pexpect.run',
    { does: 'shell' },
  ],
  [
    'subprocess.run subprocess.Popen subprocess.call subprocess.check_call subprocess.check_output asyncio.create_subprocess_exec os.execv os.execve os.execvp os.execl os.execlp os.spawnv os.spawnl os.spawnvp os.startfile',
    { does: 'start' },
  ],
  ['print sys.stdout.write', { does: 'print' }],
  ['pty.spawn', { does: 'tie' }],
  ['os.dup2', { does: 'tie' }],
  [
    'exec eval compile execfile code.interact runpy.run_path code.InteractiveInterpreter().runsource types.FunctionType',
    { does: 'evaluate', language: 'python' },
  ],
  ['marshal.loads pickle.loads pickle.load dill.loads cloudpickle.loads', { does: 'load' }],
  ['__import__ importlib.import_module importlib.__import__', { does: 'module' }],
  ['os.getenv os.environ.get os.environ.pop os.environ.setdefault decouple.config environ.get', { does: 'variable' }],
  ['keyring.get_password keyring.get_credential', { does: 'give', origin: 'keychain' }],
  [
    'pyperclip.paste clipboard.paste tkinter.Tk().clipboard_get Tk().clipboard_get win32clipboard.GetClipboardData',
    { does: 'give', origin: 'clipboard' },
  ],
  [
    'browser_cookie3.chrome browser_cookie3.load browser_cookie3.firefox browser_cookie3.edge browser_cookie3.brave rookiepy.chrome rookiepy.load rookiepy.any_browser',
    { does: 'give', origin: 'browser' },
  ],
  [
    'input getpass.getpass argparse.ArgumentParser().parse_args sys.stdin.read sys.stdin.readline',
    { does: 'give', origin: 'argument' },
  ],
]);
