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

export const packageHosts: ReadonlySet<string> = new Set(
  (
    'npmjs.org npmjs.com yarnpkg.com npmmirror.com taobao.org pypi.org pythonhosted.org python.org pytorch.org nvidia.com tsinghua.edu.cn ' +
    'aliyun.com ustc.edu.cn douban.com tencent.com tencentyun.com huaweicloud.com bfsu.edu.cn sjtu.edu.cn github.com github.io gitlab.com jsr.io ' +
    'googleapis.com pkg.dev amazonaws.com azure.com visualstudio.com jfrog.io cloudsmith.io gemfury.com fury.io rubygems.org golang.org ' +
    'goproxy.cn goproxy.io crates.io anaconda.org anaconda.com conda.io huggingface.co intel.com vllm.ai pyg.org dgl.ai mlflow.org modal.com ' +
    'buf.build fontawesome.com nodesource.com maven.org nuget.org packagist.org piwheels.org alpinelinux.org rocm.com amd.com data.pyg.org openmmlab.com ' +
    'example.com example.org example.net example'
  ).split(' '),
);
