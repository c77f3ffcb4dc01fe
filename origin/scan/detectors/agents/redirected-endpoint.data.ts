/** Where models and packages are fetched from by those who say so openly: makers, known gateways, clouds, and mirrors. */

export const modelHosts: ReadonlySet<string> = new Set(
  (
    'anthropic.com openai.com azure.com azure.us googleapis.com amazonaws.com openrouter.ai deepseek.com moonshot.cn moonshot.ai z.ai ' +
    'bigmodel.cn minimax.io minimaxi.com aliyuncs.com groq.com together.xyz together.ai fireworks.ai mistral.ai x.ai perplexity.ai ' +
    'cerebras.ai sambanova.ai nvidia.com cloudflare.com vercel.sh vercel.ai siliconflow.cn siliconflow.com volces.com baidubce.com ' +
    'lmstudio.ai ollama.com huggingface.co cohere.com cohere.ai replicate.com helicone.ai portkey.ai litellm.ai novita.ai deepinfra.com ' +
    'stepfun.com tencent.com hunyuan.cloud.tencent.com 01.ai github.ai venice.ai kimi.com cherryin.net jina.ai langfuse.com ' +
    'example.com example.org example.net example'
  ).split(' '),
);

/** Names by the domain that they are in. */
const packageNames: Readonly<Record<string, string>> = {
  org: 'npmjs taobao pypi pythonhosted python pytorch rubygems golang anaconda pyg mlflow maven nuget packagist piwheels alpinelinux example',
  com: 'npmjs yarnpkg npmmirror nvidia aliyun douban tencent tencentyun huaweicloud github gitlab googleapis amazonaws azure visualstudio gemfury anaconda intel modal fontawesome nodesource rocm amd openmmlab example',
  cn: 'tsinghua.edu ustc.edu bfsu.edu sjtu.edu goproxy',
  io: 'github jsr jfrog cloudsmith fury goproxy crates conda',
  dev: 'pkg',
  co: 'huggingface',
  ai: 'vllm dgl',
  build: 'buf',
  net: 'example',
};

export const packageHosts: ReadonlySet<string> = new Set([
  ...Object.entries(packageNames).flatMap(([domain, names]) => names.split(' ').map((name) => `${name}.${domain}`)),
  'example',
]);
