pipeline {
  agent any
  stages {
    stage('warplint') {
      steps {
        sh 'cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON'
        sh 'warplint -p build --baseline=warplint-baseline.json > warplint.log'
      }
    }
  }
  post {
    always { recordIssues tool: clang(pattern: 'warplint.log') }
  }
}
